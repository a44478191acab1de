import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { boxRing, coastRing, ringsOf, seededRandom } from '../../../test/support/shapes.ts'
import { distanceToEdgesKm } from './nearest-edge.ts'
import { type Position, type Rings, ringCount, ringStart } from './rings.ts'

const close = (found: number | null, km: number, toleranceKm = 1e-3): void =>
  assert.ok(found !== null && Math.abs(found - km) <= toleranceKm, `${found} instead of ${km}`)

/**
 * Computes the distance by brute force: points every few metres along all edges, and the great circle to each on the
 * ellipsoid's local radius.
 */
const bruteForceKm = (rings: Rings, [lon, lat]: Position): number => {
  const { coords } = rings
  let nearest = Number.POSITIVE_INFINITY
  for (let ring = 0; ring < ringCount(rings); ring++) {
    let before = rings.ringEnds[ring] - 1
    for (let i = ringStart(rings, ring); i < rings.ringEnds[ring]; before = i++)
      for (let step = 0; step <= STEPS; step++) {
        const at = (axis: number) =>
          (coords[2 * before + axis] + (step / STEPS) * (coords[2 * i + axis] - coords[2 * before + axis])) /
          1e7
        nearest = Math.min(nearest, vincentyLike(lon, lat, at(0), at(1)))
      }
  }
  return nearest
}
const STEPS = 400

/** The midpoint formula of Bowring for short geodesics: millimetres on a few kilometres. */
const vincentyLike = (lon1: number, lat1: number, lon2: number, lat2: number): number => {
  const [a, e2] = [6378.137, 0.00669437999014]
  const middle = (((lat1 + lat2) / 2) * Math.PI) / 180
  const curve = 1 - e2 * Math.sin(middle) ** 2
  const north = ((((lat2 - lat1) * Math.PI) / 180) * a * (1 - e2)) / curve ** 1.5
  const turns = ((lon2 - lon1 + 540) % 360) - 180
  const east = (((turns * Math.PI) / 180) * a * Math.cos(middle)) / Math.sqrt(curve)
  return Math.hypot(north, east)
}

describe('distanceToEdgesKm', () => {
  test('is as long as a degree is on the ellipsoid', () => {
    const box = ringsOf([[boxRing(0, 0, 1, 1)]])
    close(distanceToEdgesKm(box, [0.5, -0.01], 3), 1.10574)
    close(distanceToEdgesKm(box, [1.01, 0.001], 3), 1.11319)
  })

  test('is null beyond the reach, and 0 on an edge', () => {
    const box = ringsOf([[boxRing(0, 0, 1, 1)]])
    assert.equal(distanceToEdgesKm(box, [0.5, -0.03], 3), null)
    assert.equal(distanceToEdgesKm(box, [0.5, 0], 3), 0)
  })

  test('agrees with brute force around coasts, from the equator to the far north', () => {
    const random = seededRandom(5)
    for (const lat of [0, 35, -52, 71, 83]) {
      const coast = ringsOf([[coastRing(random, { lon: 20, lat, radius: 0.02, doublings: 5 })]])
      for (let i = 0; i < 40; i++) {
        const point: Position = [20 + (random() - 0.5) * 0.1, lat + (random() - 0.5) * 0.1]
        const expected = bruteForceKm(coast, point)
        const found = distanceToEdgesKm(coast, point, 3)
        if (expected < 2.99) close(found, expected, 0.005)
        else if (expected > 3.01) assert.equal(found, null)
      }
    }
  })

  test('looks across the antimeridian, and the map’s rim is no border', () => {
    const east = ringsOf([[boxRing(-180, 10, -179, 11)]])
    close(
      distanceToEdgesKm(east, [179.99, 9.995], 3),
      distanceToEdgesKm(east, [-179.99, 9.995], 3) ?? -1,
      0.7,
    )
    assert.equal(distanceToEdgesKm(east, [179.99, 10.5], 3), null)
    const west = ringsOf([[boxRing(179, 10, 179.99, 11)]])
    close(distanceToEdgesKm(west, [-179.999, 10.5], 3), 1.204, 0.01)
  })
})
