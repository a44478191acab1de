import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areaOf, validityReason } from '../../../../test/support/geos.ts'
import { assemble, type MemberWay } from '../assemble.ts'

const way = (id: number, role: string, ...degrees: readonly number[]): MemberWay => ({
  id,
  role,
  coords: Int32Array.from(degrees, (value) => value * 1e7),
})

test('ways that lead across the antimeridian make an area on either side of it', () => {
  const assembly = assemble([
    way(1, 'outer', 178, -18, -179, -18, -179, -16),
    way(2, 'outer', 178, -18, 178, -16, -179, -16),
    way(3, 'inner', 179.5, -17.5, -179.5, -17.5, -179.5, -16.5, 179.5, -16.5, 179.5, -17.5),
  ])
  assert.equal(validityReason(assembly.rings), 'Valid Geometry')
  assert.ok(Math.abs(areaOf(assembly.rings) - (3 * 2 - 1)) < 1e-9)
  assert.equal(assembly.rings.polygonEnds.length, 2)
})

test('a coast around a pole makes the land at the pole', () => {
  const half = (from: number, to: number): number[] =>
    Array.from({ length: 19 }, (_, i) => [from + ((to - from) * i) / 18, -70 - (i % 18)]).flat()
  const assembly = assemble([way(1, 'outer', ...half(-175, 0)), way(2, 'outer', ...half(0, 170), -175, -70)])
  assert.equal(assembly.rings.polygonEnds.length, 1)
  assert.equal(validityReason(assembly.rings), 'Valid Geometry')
  assert.ok(assembly.rings.coords.includes(-900_000_000))
})

test('ways that end on one side of the antimeridian continue on the other, whatever their direction', () => {
  const east = [180, 1, 170, 1, 170, 5, 180, 5]
  const west = [-180, 5, -170, 5, -170, 1, -180, 1]
  const backwards = (line: readonly number[]): number[] =>
    Array.from({ length: line.length / 2 }, (_, i) => line.slice(line.length - 2 * i - 2).slice(0, 2)).flat()
  for (const one of [east, backwards(east)])
    for (const other of [west, backwards(west)]) {
      const { rings, gaps } = assemble([way(1, 'outer', ...one), way(2, 'outer', ...other)])
      assert.deepEqual(gaps, [])
      assert.equal(validityReason(rings), 'Valid Geometry')
      assert.equal(areaOf(rings), 80)
    }
})

test('an antimeridian that is drawn on both sides closes each side', () => {
  const { rings, gaps } = assemble([
    way(1, 'outer', 180, 1, 170, 1, 170, 5, 180, 5),
    way(2, 'outer', 180, 5, 180, 1),
    way(3, 'outer', -180, 5, -170, 5, -170, 1, -180, 1),
    way(4, 'outer', -180, 1, -180, 5),
  ])
  assert.deepEqual(gaps, [])
  assert.equal(validityReason(rings), 'Valid Geometry')
  assert.equal(areaOf(rings), 80)
})

test('a way that ends at the antimeridian and is not continued there is a gap', () => {
  const east = way(1, 'outer', 180, 1, 170, 1, 170, 5, 180, 5)
  assert.deepEqual(
    assemble([east]).gaps.map(({ at }) => at),
    [
      [180, 1],
      [180, 5],
    ],
  )
  const { gaps } = assemble([east, way(2, 'outer', -180, 5, -170, 5, -170, 1, -180, 0)])
  assert.deepEqual(
    gaps.map(({ at }) => at),
    [
      [180, 1],
      [-180, 0],
    ],
  )
})
