import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { validityReason } from '../../../test/support/geos.ts'
import { boxRing, ringsOf } from '../../../test/support/shapes.ts'
import { planarAreaDegrees } from '../geometry/area.ts'
import { MAX_COMBINED } from '../geometry/combine.ts'
import type { Rings } from '../geometry/rings.ts'
import { type AreaNode, evaluate } from './evaluate-plan.ts'

const box = (west: number, south: number, east: number, north: number): Rings =>
  ringsOf([[boxRing(west, south, east, north)]])
const part = (polygon: number, ...except: readonly AreaNode[]): AreaNode => ({ polygon, except })

const COUNTRY = box(0, 0, 10, 10)
const STATE = box(0, 0, 5, 10)
const COUNTY = box(1, 1, 2, 2)
const NEIGHBOUR = box(10, 0, 12, 10)

const areaOf = (parts: readonly AreaNode[], polygons: readonly Rings[]) => {
  const { rings, redundant } = evaluate(parts, polygons)
  assert.equal(validityReason(rings), 'Valid Geometry')
  return {
    area: Math.round(planarAreaDegrees(rings) * 1e6) / 1e6,
    redundant,
    parts: rings.polygonEnds.length,
  }
}

describe('evaluate', () => {
  test('an exception of an exception is back in', () => {
    assert.deepEqual(areaOf([part(0, part(1, part(2)))], [COUNTRY, STATE, COUNTY]), {
      area: 51,
      redundant: [],
      parts: 2,
    })
  })

  test('an exception takes from its own part only', () => {
    const across = box(9, 0, 11, 10)
    assert.equal(areaOf([part(0, part(2)), part(1)], [COUNTRY, NEIGHBOUR, across]).area, 90 + 20)
    assert.equal(areaOf([part(0, part(2)), part(1, part(2))], [COUNTRY, NEIGHBOUR, across]).area, 90 + 10)
  })

  test('neighbours become one polygon', () => {
    assert.equal(areaOf([part(0), part(1)], [COUNTRY, NEIGHBOUR]).parts, 1)
  })

  test('a part that lies within another one changes nothing', () => {
    assert.deepEqual(areaOf([part(0), part(1)], [STATE, COUNTY]).redundant, [{ polygon: 1, role: 'include' }])
    assert.deepEqual(areaOf([part(1), part(0)], [STATE, COUNTY]).redundant, [{ polygon: 1, role: 'include' }])
  })

  test('of two parts with one extent the later one changes nothing', () => {
    assert.deepEqual(areaOf([part(0), part(1)], [STATE, box(0, 0, 5, 10)]).redundant, [
      { polygon: 1, role: 'include' },
    ])
  })

  test('an exception elsewhere changes nothing, nor does one within another', () => {
    assert.deepEqual(areaOf([part(0, part(1))], [STATE, NEIGHBOUR]).redundant, [
      { polygon: 1, role: 'exclude' },
    ])
    assert.deepEqual(areaOf([part(0, part(1), part(2))], [COUNTRY, STATE, COUNTY]).redundant, [
      { polygon: 2, role: 'exclude' },
    ])
  })

  test('what sticks out by a sliver only changes nothing', () => {
    assert.deepEqual(areaOf([part(0), part(1)], [STATE, box(-0.0001, 1, 1, 2)]).redundant, [
      { polygon: 1, role: 'include' },
    ])
  })

  test('more parts than are combined at once have the same land', () => {
    const many = Array.from({ length: MAX_COMBINED + 6 }, (_, i) => box(i, 0, i + 1, 10))
    const parts = many.map((_, i) => part(i + 1, ...(i === 3 ? [part(0)] : [])))
    assert.equal(areaOf(parts, [box(3, 4, 4, 6), ...many]).area, 10 * many.length - 2)
  })
})
