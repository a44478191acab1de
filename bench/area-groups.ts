/**
 * Draws every group of `data/areas/regions.yaml` at low and at full detail, as `create_area` does: `node bench/area-groups.ts [NAME…]`, by
 * default all. Prints the processor time of reading the description, loading the polygons and drawing the land in one thread, then the
 * slowest ten of each detail. Targets: 3 s at low detail, 10 s at full detail.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { createAreas } from '../src/domain/area/areas.ts'
import type { Detail } from '../src/domain/boundary/detail-levels.ts'
import { openLand } from '../src/sources/land/open-land.ts'
import { measured } from '../src/util/processor-time.ts'
import { DISPUTES, openAreaWorld } from '../test/support/area-world.ts'
import { HERE } from '../test/support/compute.ts'
import { printMachine } from './support/race.ts'

const MAX_MS = { low: 3_000, full: 10_000 } as const
const SLOWEST = 10

const data = fileURLToPath(new URL('../data', import.meta.url))
const groups: readonly { readonly names: readonly string[] }[] = parse(
  await readFile(join(data, 'areas/regions.yaml'), 'utf8'),
)
const named = process.argv.slice(2)
const texts = named.length > 0 ? named : groups.map(({ names }) => names[0])

const directory = await mkdtemp(join(tmpdir(), 'metes-bench-'))
const land = openLand({ packedIn: join(data, 'land'), dataDirectory: directory, file: null })
const { catalog, planner, close } = await openAreaWorld(null)
const areas = createAreas({ planner, catalogFor: () => catalog, disputes: DISPUTES, land, compute: HERE })

const draw = async (
  text: string,
  detail: Detail,
): Promise<{ readonly ms: number; readonly kind: string }> => {
  const outcome = await measured(() =>
    areas.create({
      text,
      country: null,
      seed: null,
      source: null,
      languages: [],
      detail,
      precision: 7,
      explain: false,
      format: 'geojson',
    }),
  )
  if (!outcome.ok) throw outcome.error
  return { ms: outcome.processorMs, kind: outcome.value.kind }
}

printMachine()
const drawn: { readonly text: string; readonly detail: keyof typeof MAX_MS; readonly ms: number }[] = []
for (const text of texts) {
  const times: string[] = []
  for (const detail of ['low', 'full'] as const) {
    const { ms, kind } = await draw(text, detail)
    if (kind === 'drawn') drawn.push({ text, detail, ms })
    times.push(kind === 'drawn' ? `${detail} ${ms.toFixed(0)} ms` : `${detail} ${kind}`)
  }
  console.log(`${text}: ${times.join(', ')}`)
}
for (const [detail, each] of Map.groupBy(drawn, ({ detail }) => detail)) {
  const slowest = each.toSorted((a, b) => b.ms - a.ms)
  const slow = slowest.filter(({ ms }) => ms > MAX_MS[detail]).length
  console.log(`\n${detail}: ${slow} of ${each.length} take more than ${MAX_MS[detail]} ms. The slowest:`)
  for (const { text, ms } of slowest.slice(0, SLOWEST))
    console.log(`${ms.toFixed(0).padStart(8)} ms  ${text}`)
}
await close()
await land.close()
await rm(directory, { recursive: true })
