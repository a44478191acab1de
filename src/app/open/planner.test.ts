import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { NAME_WORDS, NO_TOWNS } from '../../../test/support/name-words.ts'
import type { PlannersOptions } from './choose-planner.ts'
import { openPlanner } from './planner.ts'

test('a planner whose words could not be read once is opened at the next call', async () => {
  let failures = 1
  const planner = openPlanner({
    settings: { kind: 'rules', maxReadings: 32 },
    vocabularyDirectory: fileURLToPath(new URL('../../../data/areas', import.meta.url)),
    lexicon: async () => {
      if (failures-- > 0) throw new Error('The disk is away.')
      return { words: NAME_WORDS, towns: NO_TOWNS }
    },
    catalogFor: () => {
      throw new Error('The catalog is asked.')
    },
  } as unknown as PlannersOptions)
  const plan = () => planner.plan({ text: 'France', country: null, seed: null })
  await assert.rejects(plan, /The disk is away/)
  await assert.rejects(plan, /The catalog is asked/)
})
