/**
 * Plans every case of the given files and compares: `node bench/areas.ts [--extracts DIRECTORY] FILE.json…`. Prints the
 * errors, the share of correct plans by tag, and how long planning took. Default file: `bench/areas/cases.json`.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Planned } from '../src/domain/area/ports.ts'
import { openAreaWorld } from '../test/support/area-world.ts'
import { type AreaCase, readCases } from './areas/cases.ts'
import { printShares } from './areas/correct-shares.ts'
import { faultOf } from './areas/judge.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { extracts: { type: 'string', default: '.' } },
})
const own = fileURLToPath(new URL('areas/cases.json', import.meta.url))
const cases = (positionals.length === 0 ? [own] : positionals).flatMap(readCases)

interface Result {
  readonly tags: readonly string[]
  readonly ms: number
  readonly fault: string | null
}

const results: Result[] = []
for (const [dataset, group] of Map.groupBy(cases, ({ dataset }) => dataset)) {
  const file = dataset === 'atlas' ? null : join(values.extracts, `${dataset}.osm.pbf`)
  if (file !== null && !existsSync(file)) {
    console.log(`${group.length} cases skipped: ${file} is missing (--extracts DIRECTORY)`)
    continue
  }
  const { catalog, planner, close } = await openAreaWorld(file)
  for (const each of group) {
    const startedMs = performance.now()
    const planned = await planner.plan(requestOf(each)).catch(
      (error: Error): Planned => ({
        ok: false,
        unmapped: [{ text: '', reason: error.stack ?? '', candidates: [] }],
        notes: [],
      }),
    )
    const ms = performance.now() - startedMs
    const fault = await faultOf(each, planned, catalog)
    if (fault !== null) console.log(`✗ ${each.id}: ${each.text}\n    ${fault}`)
    results.push({ tags: each.tags, ms, fault })
  }
  await close()
}

function requestOf({ text, country, seed }: AreaCase) {
  return { text, country: country ?? null, seed: seed === undefined ? null : ([seed.lon, seed.lat] as const) }
}

printShares(results)
const times = results.map(({ ms }) => ms).sort((a, b) => a - b)
console.log(
  `planning         p50 ${times[times.length >> 1]?.toFixed(1)} ms, most ${times.at(-1)?.toFixed(1)} ms`,
)
