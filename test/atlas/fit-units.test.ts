/** Units are fitted to the land that they divide: for any land and units, the results partition it. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fitUnits } from '../../scripts/atlas/fit-units.ts'
import { common, onGrid } from '../../scripts/atlas/geometry.ts'
import { INSIDE, OUTSIDE } from '../../src/domain/geometry/contains.ts'
import { buildGrid, locateMany } from '../../src/domain/geometry/contains-grid.ts'
import { distanceToEdgesKm } from '../../src/domain/geometry/nearest-edge.ts'
import { joinRings } from '../../src/domain/geometry/parts.ts'
import { type Position, polygonCount, type Rings, UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'
import { type DividedLand, dividedLand } from '../support/divided-land.ts'
import { areaOf, isValid, overlayAreas, unionMinusByGeos } from '../support/geos.ts'
import { boxRing, ringsOf, seededRandom } from '../support/shapes.ts'

const LATITUDES = [0, 15, -30, 45, -60, 75]
const LONGITUDES = [12.3, 179.8, -75.1, -179.95]
const SLIVER_KM = 3
/** The build treats a degree as equally long everywhere, which it is not. */
const TOLERANCE_KM = 0.1
/** Crossings of borders are moved to the grid of 11 m, and the borders with them: the largest share of land that this may change. */
const ROUNDED_SHARE = 1e-5
/** Along a coast the last rounding leaves slits in no unit, one cell of the grid wide. */
const SLIT_KM = 0.02
const POINTS = 3000

interface Case extends DividedLand, ReturnType<typeof fitUnits> {
  readonly samples: readonly Sample[]
  /** The units as drawn, restricted to land. */
  readonly cut: readonly Rings[]
}

/** A point on land in no unit as drawn. */
interface Sample {
  readonly position: Position
  /** The unit that now contains it, −1 for none. */
  readonly unit: number
  readonly isGap: boolean
  /** Distance to each unit's land as drawn; Infinity where it is further than `FAR_KM`. */
  readonly distancesKm: readonly number[]
}

const FAR_KM = 12

const CASES = LATITUDES.flatMap((lat, row) =>
  LONGITUDES.map((lon, column): Case => {
    const divided = dividedLand(10 * row + column, { lon, lat })
    const { land, units } = divided
    const fitted = fitUnits(land, units)
    const cut = units.map((unit) => common(unit, land))
    return { ...divided, ...fitted, cut, samples: samplesOf(divided, cut, fitted) }
  }),
)

function samplesOf(
  { land, units }: DividedLand,
  cut: readonly Rings[],
  { shapes, gaps }: ReturnType<typeof fitUnits>,
): readonly Sample[] {
  const points = pointsNearCoast(land)
  const flat = Float64Array.from(points.flat())
  const locate = (rings: Rings): Uint8Array =>
    polygonCount(rings) === 0 ? new Uint8Array(points.length) : locateMany(buildGrid(rings), flat)
  const [inLand, inGap] = [land, gaps].map(locate)
  const inUnits = units.map(locate)
  const inShapes = shapes.map(locate)
  return points.flatMap((position, i) => {
    if (inLand[i] !== INSIDE || inUnits.some((each) => each[i] !== OUTSIDE)) return []
    const unit = inShapes.findIndex((each) => each[i] === INSIDE)
    const distancesKm = cut.map((rings) => distanceToEdgesKm(rings, position, FAR_KM) ?? Infinity)
    return [{ position, unit, isGap: inGap[i] === INSIDE, distancesKm }]
  })
}

function pointsNearCoast({ coords }: Rings): readonly Position[] {
  const random = seededRandom(coords.length)
  return Array.from({ length: POINTS }, (_, i) => {
    const corner = 2 * Math.floor((random() * coords.length) / 2)
    const [lon, lat] = [coords[corner] / UNITS_PER_DEGREE, coords[corner + 1] / UNITS_PER_DEGREE]
    // Most of them where slivers are, the others where gaps may be.
    const reach = i % 3 > 0 ? 0.02 : 0.3
    const east = (reach * (2 * random() - 1)) / Math.cos((lat * Math.PI) / 180)
    return [Math.max(-180, Math.min(180, lon + east)), lat + reach * (2 * random() - 1)]
  })
}

const complete = CASES.filter(({ missing }) => missing.length === 0)

test('the cases have slivers, gaps, and land without gaps', () => {
  const samples = CASES.flatMap((each) => each.samples)
  assert.ok(samples.filter(({ unit }) => unit >= 0).length > 2000)
  assert.ok(samples.filter(({ isGap }) => isGap).length > 1000)
  assert.ok(complete.length >= 3, `${complete.length}`)
})

describe('fitted units', () => {
  test('are valid, and so are the gaps', () => {
    for (const { name, shapes, gaps } of CASES)
      for (const rings of [...shapes, gaps]) assert.ok(isValid(rings), name)
  })

  test('overlap neither each other nor the gaps', () => {
    for (const { name, shapes, gaps } of CASES) {
      const all = [...shapes, gaps]
      const sum = all.reduce((total, rings) => total + areaOf(rings), 0)
      assert.ok(Math.abs(sum - unionMinusByGeos(all, [])) < 1e-12 * sum, name)
    }
  })

  test('together with the gaps are the land', () => {
    for (const { name, land, shapes, gaps } of CASES) {
      const all = [...shapes, gaps]
      const allowed = ROUNDED_SHARE * areaOf(land)
      assert.ok(unionMinusByGeos(all, [land]) < allowed, `${name}: beyond the land`)
      assert.ok(unionMinusByGeos([land], all) < allowed, `${name}: lacking`)
    }
  })

  test('keep their own land', () => {
    for (const { name, land, cut, shapes } of CASES)
      for (const [unit, rings] of cut.entries()) {
        // Cut and fitted results are rounded separately.
        const allowed = 3 * ROUNDED_SHARE * areaOf(land)
        assert.ok(overlayAreas(rings, shapes[unit]).difference < allowed, name)
      }
  })

  test('are empty for units outside the land', () => {
    for (const { name, shapes } of CASES) assert.equal(polygonCount(shapes.at(-1)!), 0, name)
  })

  test('are the same for the same land and units', () => {
    for (const { land, units, shapes, gaps } of CASES.slice(0, 6))
      assert.deepEqual(fitUnits(land, units), { shapes, gaps })
  })
})

describe('a sliver', () => {
  test('is filled: without missing units only rounding leaves gaps', () => {
    for (const { name, land, gaps } of complete)
      assert.ok(areaOf(gaps) < ROUNDED_SHARE * areaOf(land), `${name}: ${areaOf(gaps) / areaOf(land)}`)
  })

  test('is filled even in land where other units are missing', () => {
    for (const { name, missing, samples, gaps } of CASES)
      for (const { position, unit } of samples) {
        if (unit >= 0 || distanceToEdgesKm(gaps, position, SLIT_KM) !== null) continue
        assert.ok(
          missing.some((region) => isWithin(region, position, 1.5 * SLIVER_KM)),
          `${name}: ${position}`,
        )
      }
  })

  test('goes to the nearest unit', () => {
    for (const { name, samples } of CASES)
      for (const { position, unit, distancesKm } of samples) {
        if (unit < 0) continue
        const excessKm = distancesKm[unit] - Math.min(...distancesKm)
        assert.ok(!(excessKm > 2 * TOLERANCE_KM), `${name}: ${position} is ${excessKm} km nearer to another`)
      }
  })
})

describe('a gap', () => {
  test('contains all points farther inside than a sliver is wide', () => {
    let deep = 0
    for (const { name, land, samples } of CASES)
      for (const { position, unit, isGap, distancesKm } of samples) {
        const km = SLIVER_KM + TOLERANCE_KM
        if (Math.min(...distancesKm) < km || distanceToEdgesKm(land, position, km) !== null) continue
        if (toAntimeridianKm(position) < km) continue
        deep++
        assert.ok(isGap && unit < 0, `${name}: ${position}`)
      }
    assert.ok(deep > 500, `${deep}`)
  })
})

describe('an island without a unit', () => {
  const coast = box(0, 0, 1, 1)
  const unit = box(0, 0, 1, 0.5)
  const other = box(0, 0.5, 1, 1)
  /** 0.01 degrees are 1.1 km. */
  const fittedWith = (island: Rings) => fitUnits(joinRings([coast, island]), [unit, other])

  test('belongs to the unit within 3 km', () => {
    const { shapes, gaps } = fittedWith(box(1.02, 0.2, 1.04, 0.22))
    assert.equal(areaOf(shapes[0]).toFixed(6), '0.500400')
    assert.equal(polygonCount(gaps), 0)
  })

  test('is divided halfway between two equally near units', () => {
    const { shapes, gaps } = fittedWith(box(1.01, 0.48, 1.03, 0.52))
    for (const shape of shapes) assert.ok(Math.abs(areaOf(shape) - 0.5004) < 4e-6, `${areaOf(shape)}`)
    assert.equal(polygonCount(gaps), 0)
  })

  test('stays a gap farther away', () => {
    const { shapes, gaps } = fittedWith(box(1.04, 0.2, 1.06, 0.22))
    assert.equal(areaOf(shapes[0]).toFixed(6), '0.500000')
    assert.equal(areaOf(gaps).toFixed(6), '0.000400')
  })
})

test('a strip without a unit is filled up to 6 km of width, half by each neighbour; a wider one is not', () => {
  const land = box(0, 0, 1, 1)
  const around = (width: number): readonly Rings[] => [
    box(0, 0, 0.5 - width / 2, 1),
    box(0.5 + width / 2, 0, 1, 1),
  ]
  const narrow = fitUnits(land, around(0.05))
  assert.equal(polygonCount(narrow.gaps), 0)
  for (const shape of narrow.shapes) assert.ok(Math.abs(areaOf(shape) - 0.5) < 5e-4, `${areaOf(shape)}`)
  const wide = fitUnits(land, around(0.06))
  assert.ok(areaOf(wide.gaps) > 0.95 * 0.06, `${areaOf(wide.gaps)}`)
})

function box(west: number, south: number, east: number, north: number): Rings {
  return onGrid(ringsOf([[boxRing(west, south, east, north)]]))
}

const isWithin = (rings: Rings, position: Position, km: number): boolean =>
  distanceToEdgesKm(rings, position, km) !== null ||
  locateMany(buildGrid(rings), Float64Array.from(position))[0] !== OUTSIDE

/** Land ends where the map does, so a gap that reaches over the antimeridian is two. */
const toAntimeridianKm = ([lon, lat]: Position): number =>
  (180 - Math.abs(lon)) * 111.195 * Math.cos((lat * Math.PI) / 180)
