import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import { LAND, PROVINCE, TOWN } from '../../../test/registry/made-up-world.ts'
import { type BoundarySet, canonicalSet, setKey } from './boundary-set.ts'

const records = fc.array(fc.constantFrom(LAND, PROVINCE, TOWN), { maxLength: 8 })

type Records = BoundarySet['include']

const keyOf = (include: Records, exclude: Records): string => setKey(canonicalSet({ include, exclude }))

test('order and repeats do not change a set', () => {
  fc.assert(
    fc.property(records, records, fc.func(fc.integer()), (include, exclude, order) => {
      const shuffled = (list: Records) => [...list, ...list].sort((a, b) => order(a.id, b.id))
      assert.equal(keyOf(shuffled(include), shuffled(exclude)), keyOf(include, exclude))
    }),
    { seed: 4, numRuns: casesOf('sets of boundaries') },
  )
})

test('other boundaries, or the same ones on the other side, make another set', () => {
  const keys = [
    keyOf([LAND], []),
    keyOf([PROVINCE], []),
    keyOf([LAND, PROVINCE], []),
    keyOf([LAND], [PROVINCE]),
    keyOf([PROVINCE], [LAND]),
    keyOf([], [LAND, PROVINCE]),
  ]
  assert.equal(new Set(keys).size, keys.length)
})

test('a set lists its boundaries by id', () => {
  const set = canonicalSet({ include: [TOWN, LAND, TOWN], exclude: [PROVINCE] })
  assert.deepEqual(set, { include: [LAND, TOWN], exclude: [PROVINCE] })
})
