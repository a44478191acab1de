/**
 * Sends descriptions to a running server: `node bench/area-service.ts [--extracts DIRECTORY] FILE.json…`, by default those of
 * `bench/areas/cases.json`. Prints the errors, the share of correct answers by tag, how well each polygon matches that of the expected
 * plan (intersection over union, by GEOS), the time of a call, and how long the event loop was blocked.
 * Targets: the median over the atlas within 300 ms, the event loop never blocked for 50 ms.
 */
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openLand } from '../src/sources/land/open-land.ts'
import { type AreaClient, areaClient } from '../test/support/area-client.ts'
import { isValid, likeness } from '../test/support/geos.ts'
import { type AreaCase, readCases } from './areas/cases.ts'
import { printShares } from './areas/correct-shares.ts'
import { expectedLand } from './areas/expected-land.ts'
import { faultOfAnswer } from './areas/judge.ts'
import { type HeldUp, startServer } from './support/held-up-server.ts'
import { median } from './support/median.ts'
import { printMachine } from './support/race.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { extracts: { type: 'string', default: '.' } },
})
const own = fileURLToPath(new URL('areas/cases.json', import.meta.url))
const cases = (positionals.length === 0 ? [own] : positionals).flatMap(readCases)

const MAX_HELD_UP_MS = 50

interface Result {
  readonly dataset: string
  readonly tags: readonly string[]
  readonly fault: string | null
  /** Null for a refused or wrongly planned description. */
  readonly likeness: number | null
  readonly ms: number
  readonly heldUp: HeldUp
}

const data = fileURLToPath(new URL('../data', import.meta.url))
const land = openLand({ packedIn: join(data, 'land'), dataDirectory: tmpdir(), file: null })

const judge = async (client: AreaClient, heldUp: () => Promise<HeldUp>, each: AreaCase): Promise<Result> => {
  await heldUp()
  const { judged, rings, ms } = await client.ask(each)
  const held = await heldUp()
  if (held.byWorkMs > MAX_HELD_UP_MS)
    console.log(`… ${each.id}: works for ${held.byWorkMs.toFixed(1)} ms without yielding`)
  const planFault = await faultOfAnswer(each, judged, async (id) => (await client.boundary(id)).id)
  const expected =
    planFault === null && 'include' in each.expect
      ? await expectedLand(each.expect, async (id) => (await client.boundary(id)).rings, land)
      : null
  const fault = planFault ?? (rings !== null && !isValid(rings) ? 'the polygon is not valid' : null)
  if (fault !== null) console.log(`✗ ${each.id}: ${each.text}\n    ${fault}`)
  return {
    dataset: each.dataset,
    tags: each.tags,
    fault,
    likeness: expected === null || rings === null ? null : likeness(rings, expected),
    ms,
    heldUp: held,
  }
}

const results: Result[] = []
for (const [dataset, group] of Map.groupBy(cases, (each) => each.dataset)) {
  const file = dataset === 'atlas' ? null : join(values.extracts, `${dataset}.osm.pbf`)
  if (file !== null && !existsSync(file)) {
    console.log(`${group.length} cases skipped: ${file} is missing (--extracts DIRECTORY)`)
    continue
  }
  const server = await startServer(file)
  const client = areaClient(server.url, server.key)
  for (const each of group) results.push(await judge(client, server.heldUp, each))
  await server.close()
}
await land.close()

printMachine()
printShares(results)
const likenesses = results.flatMap((each) => each.likeness ?? []).sort((a, b) => a - b)
console.log(`polygons         ${likenesses.length}, lowest overlap ${likenesses[0]?.toFixed(9)}`)
for (const [dataset, group] of Map.groupBy(results, (each) => each.dataset)) {
  const times = group.map(({ ms }) => ms).sort((a, b) => a - b)
  const [work, longest] = [
    Math.max(...group.map(({ heldUp }) => heldUp.byWorkMs)),
    Math.max(...group.map(({ heldUp }) => heldUp.ms)),
  ]
  const p90 = times[Math.floor(0.9 * times.length)]
  console.log(
    `${dataset.padEnd(16)} p50 ${median(times).toFixed(1)} ms, p90 ${p90.toFixed(1)} ms, max ${times.at(-1)?.toFixed(1)} ms; works at most ${work.toFixed(1)} ms without yielding (with other programs: ${longest.toFixed(1)} ms)`,
  )
}
