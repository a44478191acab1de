/**
 * Which boundaries contain a point, over the whole atlas: `node bench/reverse.ts`. The catalog returns records with parents, with
 * candidates from its database; which-polygon returns the given properties, from memory; PostGIS joins all points with all
 * areas, in parts of 64 positions, by its index and counts. Run `npm install --no-save --prefix bench` first.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import type { BoundaryId } from '../src/domain/boundary/id.ts'
import { createCatalog } from '../src/domain/catalog/catalog.ts'
import { createDisputes } from '../src/domain/catalog/disputes.ts'
import { geometryJson } from '../src/domain/formats/geojson.ts'
import { decodeRings } from '../src/domain/geometry/codec.ts'
import type { Position, Rings } from '../src/domain/geometry/rings.ts'
import { openBundledAtlas, unpackedAtlas } from '../src/sources/atlas/bundled-atlas.ts'
import { bundledDisputes } from '../src/sources/atlas/bundled-disputes.ts'
import { openLexicon } from '../src/sources/names/bundled-lexicon.ts'
import { seededRandom } from '../test/support/shapes.ts'
import { peer } from './support/peer-packages.ts'
import { startPostGis } from './support/postgis.ts'
import { type Competitors, printMachine, race, type Timed } from './support/race.ts'

const POINTS = 2_000
const ROUNDS = 7
const DECIMALS = 7
const POLYGON_BYTES = 256 * 1024 * 1024

const data = fileURLToPath(new URL('../data', import.meta.url))
const packedIn = `${data}/atlas`
const dataDirectory = await mkdtemp(join(tmpdir(), 'metes-bench-'))
const atlas = await openBundledAtlas(packedIn, dataDirectory)
const catalog = createCatalog({
  sources: [atlas.source],
  polygonBytes: POLYGON_BYTES,
  disputes: createDisputes(bundledDisputes(packedIn)),
  lexicon: openLexicon(data, dataDirectory),
})

const rows = new DatabaseSync(await unpackedAtlas(packedIn, dataDirectory), { readOnly: true })
  .prepare('select id from boundary order by id')
  .all()
const ids = rows.map(({ id }) => id as BoundaryId)

/** Half of them in the box of some boundary, where people live; half anywhere. */
const random = seededRandom(1)
const records = await atlas.source.records(ids)
const points = Array.from({ length: POINTS }, (_, i): Position => {
  const [west, south, east, north] =
    i % 2 === 0 ? records[Math.floor(random() * records.length)].bbox : [-180, -60, 180, 75]
  return [west + random() * (Math.max(east, west) - west), south + random() * (north - south)]
})

const competitors: Record<string, () => Promise<number> | Promise<Timed<number>>> = {
  'metes reverse': async () => {
    let found = 0
    for (const point of points) found += (await catalog.reverse(point)).length
    return found
  },
}

type WhichPolygon = (
  collection: unknown,
) => (point: readonly number[], all: true) => readonly unknown[] | null
const ringsOf = async (id: BoundaryId): Promise<Rings> =>
  decodeRings((await atlas.source.geometry(id))!.rings)
const module = (await peer('which-polygon')) as { readonly default: WhichPolygon } | null
if (module !== null) {
  const features = await Promise.all(
    ids.map(async (id) => {
      const geometry = JSON.parse(Buffer.from(geometryJson(await ringsOf(id), DECIMALS)).toString())
      return { type: 'Feature', properties: { id }, geometry }
    }),
  )
  const query = module.default({ type: 'FeatureCollection', features })
  competitors['which-polygon'] = async () =>
    points.reduce((found, point) => found + (query(point, true)?.length ?? 0), 0)
}

const postgis = await startPostGis()
if (postgis !== null) {
  for (const id of ids) await postgis.takeArea(id, await ringsOf(id))
  await postgis.divideAreas()
  await postgis.takePoints(Float64Array.from(points.flat()))
  competitors[postgis.name] = postgis.reverse
}

printMachine()
await race<number>(
  `${POINTS} points in ${ids.length} boundaries`,
  ROUNDS,
  competitors satisfies Competitors<number>,
  (found) => `${found} found`,
)
await postgis?.close()
await atlas.close()
await rm(dataDirectory, { recursive: true })
