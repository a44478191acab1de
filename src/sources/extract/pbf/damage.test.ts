/** Tests that reading ends with an answer for any damaged file. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../../test/cases.ts'
import { MAP, readAll } from '../../../../test/support/pbf-reader.ts'
import { writePbf } from '../../../../test/support/pbf-writer.ts'
import { PbfProblem } from './problem.ts'

test('a file cut off inside a blob is refused; cut between blobs it is a shorter file', async () => {
  const bytes = writePbf(MAP)
  let shorter = 0
  for (let length = 1; length < bytes.length; length++) {
    try {
      await readAll(bytes.slice(0, length), [1])
      shorter++
    } catch (error) {
      assert.ok(error instanceof PbfProblem, String(error))
      assert.ok(error.offset <= length)
    }
  }
  // After the header, after the nodes, after the ways.
  assert.equal(shorter, 3)
})

test('changed bytes give a PbfProblem or a readable file, never a crash or a hang', async () => {
  const bytes = writePbf(MAP, { compression: 'none' })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      async (changes) => {
        const changed = bytes.slice()
        for (const [at, value] of changes) changed[at] = value
        try {
          await readAll(changed, [1, 5_000_000_000], [10])
        } catch (error) {
          if (!(error instanceof PbfProblem)) throw error
        }
      },
    ),
    { numRuns: casesOf('damaged files'), seed: 9 },
  )
})
