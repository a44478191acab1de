/**
 * A made-up country and its units as another data set draws them: the same coast, coarser, up to 1 km off and shifted, divided among
 * the nearest of some towns (Voronoi), with some units missing. Sizes are in kilometres, so that every latitude has the same slivers.
 */
import { Delaunay } from 'd3-delaunay'
import { common, dissolve, onGrid } from '../../scripts/atlas/geometry.ts'
import { joinRings } from '../../src/domain/geometry/parts.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'
import { boxRing, type PolygonRings, type Random, type Ring, ringsOf, seededRandom } from './shapes.ts'

export interface DividedLand {
  readonly name: string
  readonly land: Rings
  /** As drawn; the last one lies completely outside the land. */
  readonly units: readonly Rings[]
  /** The regions whose units are missing. */
  readonly missing: readonly Rings[]
}

/** On the sphere of the Earth's mean radius. */
const KM_PER_DEGREE = 111.195
const FINE_CORNERS = 480
/** One in this many corners is drawn. */
const COARSENESS = 12
const COAST_KM = 60
const REGION_KM = 200
const MAX_NOISE_KM = 1
const MAX_SHIFT_KM = 0.6

/** `[east, north]` of the centre, in kilometres. */
type Offset = readonly [eastKm: number, northKm: number]
type Closed = readonly Offset[]

export const dividedLand = (
  seed: number,
  { lon, lat }: { readonly lon: number; readonly lat: number },
): DividedLand => {
  const random = seededRandom(seed)
  const shift: Offset = [MAX_SHIFT_KM * (2 * random() - 1), MAX_SHIFT_KM * (2 * random() - 1)]
  const scale = Math.cos((lat * Math.PI) / 180)
  const toRing = (positions: Closed): Ring =>
    positions.map(([east, north]) => [lon + east / KM_PER_DEGREE / scale, lat + north / KM_PER_DEGREE])
  const area = (polygons: readonly (readonly Closed[])[]): Rings =>
    wrapped(onGrid(ringsOf(polygons.map((polygon): PolygonRings => polygon.map(toRing)))))

  const coasts = [
    coastOf(random, [0, 0], COAST_KM, shift),
    ...[0, 1, 2].map((island) => {
      const angle = ((island + random()) / 3) * 2 * Math.PI
      const away = COAST_KM * 1.5
      return coastOf(random, [away * Math.cos(angle), away * Math.sin(angle)], 3 + 5 * random(), shift)
    }),
  ]
  const lake = coastOf(random, [20 * random(), -20 * random()], 3 + 5 * random(), shift)
  const land = area(coasts.map(({ fine }, index) => (index === 0 ? [fine, lake.fine] : [fine])))
  // One data set in two includes lakes.
  const isLakeDrawn = random() < 0.5
  const drawn = area(
    coasts.map(({ coarse }, index) => (index === 0 && isLakeDrawn ? [coarse, lake.coarse] : [coarse])),
  )

  const towns = Array.from(
    { length: 3 + Math.floor(6 * random()) },
    (): Offset => [COAST_KM * (2 * random() - 1), COAST_KM * (2 * random() - 1)],
  )
  const regions = regionsAround(towns).map((region) => area([[region]]))
  const isMissing = regions.map(() => random() < 0.2)
  const outside = area([[square([2.5 * COAST_KM, 0], 10)]])
  return {
    name: `land ${seed} at ${lat}° ${lon}°`,
    land,
    units: [...regions.filter((_, i) => !isMissing[i]).map((region) => common(region, drawn)), outside],
    missing: regions.filter((_, i) => isMissing[i]),
  }
}

/** The radius is a function of the angle, so that no coast crosses itself. */
const coastOf = (
  random: Random,
  [east, north]: Offset,
  radiusKm: number,
  [eastShift, northShift]: Offset,
): { readonly fine: Closed; readonly coarse: Closed } => {
  const waves = [2, 3, 5].map((count) => ({ count, phase: 2 * Math.PI * random(), height: 0.1 * random() }))
  const noiseKm = Math.min(MAX_NOISE_KM, radiusKm / 8)
  const at = (corner: number, noise: number): Offset => {
    const angle = (2 * Math.PI * corner) / FINE_CORNERS
    const swell = waves.reduce(
      (sum, { count, phase, height }) => sum + height * Math.cos(count * angle + phase),
      1,
    )
    const reach = radiusKm * swell + noise * (2 * random() - 1)
    return [east + reach * Math.cos(angle), north + reach * Math.sin(angle)]
  }
  return {
    fine: Array.from({ length: FINE_CORNERS }, (_, corner) => at(corner, noiseKm)),
    coarse: Array.from({ length: FINE_CORNERS / COARSENESS }, (_, corner) => {
      const [x, y] = at(corner * COARSENESS, noiseKm / 2)
      return [x + eastShift, y + northShift]
    }),
  }
}

const regionsAround = (towns: readonly Offset[]): readonly Closed[] => {
  const voronoi = new Delaunay(Float64Array.from(towns.flat())).voronoi([
    -REGION_KM,
    -REGION_KM,
    REGION_KM,
    REGION_KM,
  ])
  return towns.map((_, town) => voronoi.cellPolygon(town).slice(1))
}

const square = ([east, north]: Offset, sideKm: number): Closed => [
  [east, north],
  [east + sideKm, north],
  [east + sideKm, north + sideKm],
  [east, north + sideKm],
]

/** A part beyond the antimeridian continues on the other side of the map. */
const wrapped = (rings: Rings): Rings => {
  const parts = [-360, 0, 360].map((turn) => {
    const part = common(rings, ringsOf([[boxRing(turn - 180, -90, turn + 180, 90)]]))
    return { ...part, coords: part.coords.map((units, i) => (i % 2 === 0 ? units - turn * 1e7 : units)) }
  })
  return dissolve([joinRings(parts)])
}
