import assert from 'node:assert/strict'
import { test } from 'node:test'
import { haveSameExtent } from './same-extent.ts'

const warsaw = { bbox: [20.8517, 52.0978, 21.2711, 52.3681], areaKm2: 517.2 } as const

test('the same land at another level has the same extent, even when drawn again', () => {
  assert.equal(haveSameExtent(warsaw, warsaw), true)
  assert.equal(haveSameExtent(warsaw, { bbox: [20.852, 52.098, 21.271, 52.368], areaKm2: 516.8 }), true)
})

test('a part, a neighbour and the filling of a hole have another extent', () => {
  assert.equal(haveSameExtent(warsaw, { ...warsaw, areaKm2: 500 }), false)
  assert.equal(haveSameExtent(warsaw, { ...warsaw, bbox: [20.95, 52.0978, 21.3703, 52.3681] }), false)
})

test('a box across the antimeridian is as wide as it is', () => {
  const fiji = { bbox: [176.9, -21, -178.2, -12.5], areaKm2: 18_000 } as const
  assert.equal(haveSameExtent(fiji, { ...fiji, bbox: [176.91, -21, -178.2, -12.5] }), true)
  assert.equal(haveSameExtent(fiji, { ...fiji, bbox: [174, -21, -178.2, -12.5] }), false)
})
