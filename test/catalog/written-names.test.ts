/** Names as people and encyclopedias write them, in 43 languages, against the bundled atlas: see written-names/. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { suiteAreaWorld } from '../support/area-world.ts'
import { inWords, judge, type List } from './written-names/judge.ts'

/** The share of a list that must come first. */
const SHARES: Readonly<Record<List, number>> = { 'written-names': 0.97, countries: 0.99, queries: 0.98 }

describe('the search of the bundled atlas', () => {
  const world = suiteAreaWorld()

  for (const [list, share] of Object.entries(SHARES) as [List, number][]) {
    test(`finds ${share * 100} % of ${list} first, and states the match correctly`, async () => {
      const verdicts = await judge(list, world.catalog.search)
      const misses = verdicts.filter(({ isFirst }) => !isFirst)
      assert.ok(misses.length <= (1 - share) * verdicts.length, misses.slice(0, 40).map(inWords).join('\n'))
      assert.deepEqual(verdicts.filter(({ hasFairMatch }) => !hasFairMatch).map(inWords), [])
    })
  }
})
