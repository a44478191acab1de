import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listedSource } from '../../../test/support/listed-source.ts'
import { type LayerSource, Layers } from './layers.ts'

/** A source whose overrides fail to load the first `failures` times. */
const failingSource = (failures: number): LayerSource => {
  let left = failures
  return {
    ...listedSource([{ id: 'r1', name: 'Land', box: [0, 0, 1, 1] }]),
    overrides: async () => {
      if (left-- > 0) throw new Error('The store is away.')
      return { superseded: new Map(), coveredCountries: new Set(['DE']) }
    },
  }
}

test('an error of a store fails only the calls that wait for it', async () => {
  const layers = new Layers([failingSource(1), listedSource([])])
  const first = await Promise.allSettled([layers.view(), layers.view()])
  assert.deepEqual(
    first.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  const view = await layers.view()
  assert.equal(view.isCovered(1, 'DE'), true)
  assert.equal(await layers.view(), view)
})
