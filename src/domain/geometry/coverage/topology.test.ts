import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ringsFromParts } from '../parts.ts'
import { topologyOf } from './topology.ts'

test('areas on top of each other have one arc, wherever their rings begin', () => {
  // Two vertices are the westernmost ones.
  const corners = [0, 0, 1_000, 0, 1_400, 500, 1_000, 1_000, 0, 1_000]
  const turned = fc.nat(4).map((by) => [...corners.slice(2 * by), ...corners.slice(0, 2 * by)])
  fc.assert(
    fc.property(fc.array(turned, { minLength: 2, maxLength: 4 }), (rings) => {
      const { arcs, halves } = topologyOf(rings.map((ring) => ringsFromParts([[ring]])))
      assert.deepEqual([...arcs.isRing], [1])
      assert.deepEqual([...new Set(halves)], [0])
    }),
  )
})
