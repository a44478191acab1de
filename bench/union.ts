/**
 * 50 areas united, minus 50 others, compared with GEOS, Shapely, PostGIS and polygon-clipping (which Turf uses): `node bench/union.ts`.
 * Target: at least four times as fast as Shapely, and every result valid. (clipper2-wasm, measured separately: as fast at 17k vertices,
 * 5 to 9 times slower at 70k, 60 to 90 times at 531k.)
 *
 * In the first of two made-up tasks, excluded areas share borders with the included ones to the last digit, as boundaries in
 * OpenStreetMap do; in the second their borders cross. The counties of Texas are the atlas's.
 */
import { geometryJson } from '../src/domain/formats/geojson.ts'
import { unionMinus } from '../src/domain/geometry/boolean.ts'
import { type GeoJsonArea, ringsFromGeoJson } from '../src/domain/geometry/geojson-rings.ts'
import { type Rings, UNITS_PER_DEGREE, vertexCount } from '../src/domain/geometry/rings.ts'
import { unionMinusByGeos } from '../test/support/geos.ts'
import { findFault } from '../test/support/validity.ts'
import { countiesOf } from './support/counties.ts'
import { peer } from './support/peer-packages.ts'
import { closePrograms, startPrograms } from './support/peer-programs.ts'
import { type Competitors, printMachine, race, Timed } from './support/race.ts'
import { tessellation } from './support/tessellation.ts'

const ROUNDS = 5
/** Edges of a border between two cells; four borders a cell, 100 cells. */
const SIZES = [
  ['17k', 42],
  ['70k', 175],
  ['531k', 1327],
] as const
/** Larger ones take polygon-clipping a minute. */
const CLIPPING_LIMIT = 100_000

interface Task {
  readonly name: string
  readonly included: readonly Rings[]
  readonly excluded: readonly Rings[]
}

interface Outcome {
  /** Square degrees. */
  readonly area: number
  /** Null where the program was not asked. */
  readonly isValid: boolean | null
}

type Coordinates = GeoJsonArea['coordinates']

interface PolygonClipping {
  union(...areas: Coordinates[]): Coordinates
  difference(...areas: Coordinates[]): Coordinates
}

const clipping = (await peer('polygon-clipping')) as { default: PolygonClipping } | null
const programs = await startPrograms()

/** Computed after the clock has stopped. */
type Found = () => Outcome

const describe = (found: Found): string => {
  const { area, isValid } = found()
  return `${area.toFixed(9)} square degrees${isValid === null ? '' : isValid ? ', valid' : ', INVALID'}`
}

const foundIn =
  (rings: Rings): Found =>
  () => ({ area: planarArea(rings), isValid: findFault(rings) === null })

const planarArea = ({ coords, ringEnds }: Rings): number => {
  let twice = 0
  for (let ring = 0, position = 0; ring < ringEnds.length; ring++)
    for (let before = ringEnds[ring] - 1; position < ringEnds[ring]; before = position++)
      twice += coords[2 * before] * coords[2 * position + 1] - coords[2 * position] * coords[2 * before + 1]
  return twice / 2 / UNITS_PER_DEGREE ** 2
}

const byClipping =
  ({ default: { union, difference } }: { default: PolygonClipping }, { included, excluded }: Task) =>
  (): Found => {
    const [first, ...rest] = included.map(coordinatesOf)
    const coordinates = difference(union(first, ...rest), ...excluded.map(coordinatesOf))
    return () => foundIn(ringsFromGeoJson({ type: 'MultiPolygon', coordinates } as GeoJsonArea))()
  }

const coordinatesOf = (rings: Rings): Coordinates =>
  JSON.parse(Buffer.from(geometryJson(rings, 7)).toString()).coordinates

/** Transfers the areas to the programs in other processes, before the clock starts. */
const native = async ({
  name,
  included,
  excluded,
}: Task): Promise<Record<string, () => Promise<Timed<Found>>>> => {
  const competitors: Record<string, () => Promise<Timed<Found>>> = {}
  const named = (areas: readonly Rings[], side: string) => areas.map((_, index) => `${name} ${side} ${index}`)
  const [include, exclude] = [named(included, 'in'), named(excluded, 'out')]
  for (const program of programs) {
    for (const [index, rings] of included.entries()) await program.takeArea(include[index], rings)
    for (const [index, rings] of excluded.entries()) await program.takeArea(exclude[index], rings)
    competitors[program.name] = async () => {
      const { result, ms } = await program.union(include, exclude)
      return new Timed(() => result, ms)
    }
  }
  return competitors
}

const raceTask = async (task: Task): Promise<void> => {
  const { name, included, excluded } = task
  const vertices = [...included, ...excluded].reduce((sum, rings) => sum + vertexCount(rings), 0)
  const competitors: Record<string, Competitors<Found>[string]> = {
    metes: () => foundIn(unionMinus(included, excluded)),
    ...(await native(task)),
    'geos-wasm': () => {
      const area = unionMinusByGeos(included, excluded)
      return () => ({ area, isValid: null })
    },
  }
  if (clipping !== null && vertices < CLIPPING_LIMIT)
    competitors['polygon-clipping'] = byClipping(clipping, task)
  await race(
    `${name}: ${included.length} − ${excluded.length}, ${vertices} vertices`,
    ROUNDS,
    competitors,
    describe,
  )
}

printMachine()
const counties = await countiesOf('US-TX')
await raceTask({
  name: 'counties',
  included: counties.slice(0, 100).filter((_, county) => county % 2 === 0),
  excluded: counties.slice(0, 100).filter((_, county) => county % 2 === 1),
})
for (const [size, steps] of SIZES) {
  const cells = tessellation(1, 10, steps)
  const shifted = tessellation(2, 10, steps, 1_234_567)
  const isIncluded = (_: Rings, cell: number): boolean => (cell * 7) % 20 < 10
  const included = cells.filter(isIncluded)
  const others = cells.filter((rings, cell) => !isIncluded(rings, cell))
  await raceTask({ name: `${size} neighbours`, included, excluded: others })
  await raceTask({ name: `${size} crossing`, included, excluded: shifted.filter(isIncluded) })
}
await closePrograms(programs)
