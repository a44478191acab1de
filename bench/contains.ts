/**
 * Tests 10,000 points against one boundary, compared with GEOS (prepared, and not), Shapely, PostGIS and Turf: `node bench/contains.ts`.
 * "Hot" is with the index of an earlier call; "cold" starts from the stored boundary.
 * Targets: hot at least 10 times as fast as Shapely and 50 times as fast as PostGIS, cold 5 times as fast as PostGIS.
 */
import initGeos from 'geos-wasm'
import { geojsonToGeosGeom } from 'geos-wasm/helpers'
import { bboxOf } from '../src/domain/geometry/bbox.ts'
import { decodeRings, encodeRings } from '../src/domain/geometry/codec.ts'
import { buildGrid, locateMany } from '../src/domain/geometry/contains-grid.ts'
import { locateManyOnce } from '../src/domain/geometry/contains-once.ts'
import { type Rings, vertexCount } from '../src/domain/geometry/rings.ts'
import { seededRandom } from '../test/support/shapes.ts'
import { countries, geoJsonOf } from './support/countries.ts'
import { peer } from './support/peer-packages.ts'
import { closePrograms, startPrograms } from './support/peer-programs.ts'
import { type Competitors, printMachine, race } from './support/race.ts'

const POINTS = 10_000
const ROUNDS = 7
/** Larger boundaries take Turf a minute a round. */
const TURF_LIMIT = 30_000

type InPolygon = (point: readonly number[], polygon: object) => boolean

const turf = (await peer('@turf/boolean-point-in-polygon')) as { booleanPointInPolygon: InPolygon } | null
const programs = await startPrograms()
const geos = await initGeos({ errorHandler: () => {}, noticeHandler: () => {} })

const pointsIn = (rings: Rings): Float64Array => {
  const [west, south, east, north] = bboxOf(rings)
  const random = seededRandom(99)
  return Float64Array.from({ length: 2 * POINTS }, (_, i) =>
    i % 2 === 0 ? west + (east - west) * random() : south + (north - south) * random(),
  )
}

/** Whether each point is inside, or how many are. */
type Found = Uint8Array | number

const describe = (found: Found): string =>
  `${typeof found === 'number' ? found : found.reduce((sum, each) => sum + Math.min(1, each), 0)} inside`

printMachine()
for (const country of countries()) {
  const { rings } = country
  const points = pointsIn(rings)
  const geojson = geoJsonOf(country)
  const grid = buildGrid(rings)
  const geometry = geojsonToGeosGeom(geojson, geos)
  const prepared = geos.GEOSPrepare(geometry)
  const byGeos = (index: number): Uint8Array =>
    ask((lon, lat) => geos.GEOSPreparedIntersectsXY(index, lon, lat) === 1)
  const ask = (isInside: (lon: number, lat: number) => boolean): Uint8Array =>
    Uint8Array.from({ length: POINTS }, (_, i) => Number(isInside(points[2 * i], points[2 * i + 1])))

  const stored = encodeRings(rings)
  const native: Record<string, Competitors<Found>[string]> = {}
  for (const program of programs) {
    await program.takeArea(country.name, rings)
    await program.takePoints(points)
    native[program.name] = () => program.contains(country.name)
  }

  const hot: Record<string, Competitors<Found>[string]> = {
    'metes grid': () => locateMany(grid, points),
    'geos-wasm prepared': () => byGeos(prepared),
    ...native,
  }
  if (turf && vertexCount(rings) < TURF_LIMIT) {
    hot['turf booleanPointInPolygon'] = () =>
      ask((lon, lat) => turf.booleanPointInPolygon([lon, lat], geojson))
  }
  const cold: Competitors<Found> = {
    'metes in one pass': () => locateManyOnce(decodeRings(stored), points),
    'metes, grid built first': () => locateMany(buildGrid(decodeRings(stored)), points),
    'geos-wasm, prepared first': () => {
      const index = geos.GEOSPrepare(geometry)
      const answer = byGeos(index)
      geos.GEOSPreparedGeom_destroy(index)
      return answer
    },
    ...native,
  }
  const title = `${country.name}, ${vertexCount(rings)} vertices`
  await race(`hot, ${title}`, ROUNDS, hot, describe)
  await race(`cold, ${title}`, ROUNDS, cold, describe)
  geos.GEOSPreparedGeom_destroy(prepared)
  geos.GEOSGeom_destroy(geometry)
}
await closePrograms(programs)
