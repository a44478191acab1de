import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isSlipOf } from './slip.ts'

describe('a slip of the pen', () => {
  for (const [name, written] of [
    ['louisiana', 'lousiana'],
    ['malaysia', 'malayisa'],
    ['montana', 'montanna'],
    ['philippines', 'phillipines'],
    ['massachusetts', 'massachussets'],
  ])
    test(`${written} is ${name}`, () => assert.ok(isSlipOf(name, written)))

  for (const [name, written] of [
    ['nederland', 'neverland'],
    ['slovenia', 'slovania'],
    ['mali', 'bali'],
    ['austria', 'australia'],
    ['iceland', 'island'],
    ['guinea', 'guyana'],
  ])
    test(`${written} is not ${name}`, () => assert.ok(!isSlipOf(name, written)))
})
