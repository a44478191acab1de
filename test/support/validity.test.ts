import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { repair } from '../../src/domain/geometry/repair.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'
import { casesOf } from '../cases.ts'
import { ringsOfPlain, tangledPolygons } from './arbitrary-rings.ts'
import { geometryFixtures } from './geometry-fixtures.ts'
import { isValid, validityReason } from './geos.ts'
import { findFault } from './validity.ts'

const SEEDED = { seed: 20260102, numRuns: casesOf('areas that GEOS judges, too') }
const SPACINGS = [1, 100_000_000]

/** Areas that GEOS accepts and Metes does not: see the comment of `validity.ts`. */
const STRICTER = new Set(['repeated-position', 'vertex-on-edge', 'too-few-positions'])

const assertAgreesWithGeos = (rings: Rings): void => {
  const fault = findFault(rings)
  const reason = validityReason(rings, 1)
  if (fault === null) assert.equal(reason, 'Valid Geometry')
  else if (!STRICTER.has(fault.kind)) assert.notEqual(reason, 'Valid Geometry', `${fault.kind} was found`)
}

test('validity agrees with GEOS', () => {
  fc.assert(fc.property(tangledPolygons({ corners: 5, spacings: SPACINGS }), assertAgreesWithGeos), SEEDED)
})

test('rings regrouped into other polygons are judged as GEOS judges them', () => {
  const cuts = fc.array(fc.nat(20), { maxLength: 6 })
  fc.assert(
    fc.property(tangledPolygons({ corners: 8, spacings: SPACINGS }), cuts, (rings, moved) => {
      const areas = repair(rings)
      assert.equal(findFault(areas), null)
      const ends = new Set(areas.polygonEnds)
      for (const end of moved) if (end > 0 && end < areas.ringEnds.length && !ends.delete(end)) ends.add(end)
      assertAgreesWithGeos({ ...areas, polygonEnds: Uint32Array.from([...ends].sort((a, b) => a - b)) })
    }),
    SEEDED,
  )
})

for (const { name, shows, fault, rings } of geometryFixtures()) {
  test(`${name}: ${fault ?? 'nothing wrong'}. ${shows}`, () => {
    assert.equal(findFault(rings)?.kind ?? null, fault)
    if (fault === null) assert.ok(isValid(rings, 1))
    else if (!STRICTER.has(fault)) assert.ok(!isValid(rings, 1))
  })
}

test('an error names its ring and its position in degrees', () => {
  const bowTie = ringsOfPlain([[[0, 0, 10, 0, 10, 10, 0, 10]], [[20, 0, 40, 20, 40, 0, 20, 20]]])
  assert.deepEqual(findFault(bowTie), { kind: 'crossing', ring: 1, at: [30e-7, 10e-7] })
})

test('a ring of two positions is invalid', () => {
  assert.equal(findFault(ringsOfPlain([[[0, 0, 10, 0]]]))?.kind, 'too-few-positions')
})
