import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ringsOfPlain } from '../../../test/support/arbitrary-rings.ts'
import { geometryFixtures } from '../../../test/support/geometry-fixtures.ts'
import { areaOf, validityReason } from '../../../test/support/geos.ts'
import { boxRing, clockwise, ringsOf } from '../../../test/support/shapes.ts'
import { perimeter, slabArea } from '../../../test/support/slab-area.ts'
import { findFault } from '../../../test/support/validity.ts'
import { repair } from './repair.ts'

for (const { name, fault, rings } of geometryFixtures()) {
  test(`${name} becomes valid with its even-odd area`, () => {
    const repaired = repair(rings)
    assert.equal(validityReason(repaired), 'Valid Geometry')
    assert.equal(findFault(repaired), null)
    const expected = slabArea(rings, (winding) => (winding & 1) === 1)
    assert.ok(Math.abs(areaOf(repaired, 1) - expected) <= perimeter(rings))
    assert.deepEqual(repair(repaired), repaired)
  })
  if (fault === null)
    test(`${name} keeps its rings and parts`, () => {
      const repaired = repair(rings)
      assert.deepEqual(repaired.ringEnds, rings.ringEnds)
      assert.deepEqual(repaired.polygonEnds, rings.polygonEnds)
    })
}

test('a ring wound the wrong way is turned around its first position', () => {
  const box = boxRing(6, 49, 7, 50)
  const counterClockwise = ringsOf([[box]])
  const turned = repair(ringsOf([[[box[0], ...clockwise(box).slice(0, -1)]]]))
  assert.deepEqual(turned, counterClockwise)
})

test('an empty area stays empty', () => {
  assert.equal(repair(ringsOfPlain([])).polygonEnds.length, 0)
  assert.equal(repair(ringsOfPlain([[[0, 0, 10, 0, 20, 0]]])).polygonEnds.length, 0)
})

test('a thousand rings around one another nest as deep as they are', () => {
  const depth = 1000
  const rings = Array.from({ length: depth }, (_, inset) => {
    const low = inset
    const high = 2 * depth - inset
    return [low, low, high, low, high, high, low, high]
  })
  const repaired = repair(ringsOfPlain([rings]))
  assert.equal(repaired.polygonEnds.length, depth / 2)
  assert.equal(repaired.ringEnds.length, depth)
  assert.equal(findFault(repaired), null)
})

test('a few crowded islands in a wide ocean are as quick as a plain', () => {
  const squares = Array.from({ length: 20_000 }, (_, i) => {
    const [x, y] = [(i % 141) * 4 + (i % 2) * 1.7e9, Math.floor(i / 141) * 4]
    return [[x, y, x + 3, y, x + 3, y + 3, x, y + 3]]
  })
  const started = performance.now()
  const repaired = repair(ringsOfPlain(squares))
  assert.equal(repaired.polygonEnds.length, squares.length)
  // Testing all pairs would take minutes.
  assert.ok(performance.now() - started < 5000)
})
