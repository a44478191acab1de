import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../test/cases.ts'
import { lazily, lazilyByVersion } from './lazily.ts'

describe('what is opened lazily', () => {
  test('is opened once, at the first call', async () => {
    let openings = 0
    const lazy = lazily(async () => ++openings)
    assert.equal(openings, 0)
    assert.deepEqual(await Promise.all([lazy.get(), lazy.get()]), [1, 1])
    assert.equal(await lazy.get(), 1)
  })

  test('is opened again after a failure, which reaches all who wait', async () => {
    let openings = 0
    const lazy = lazily(async () => {
      if (++openings === 1) throw new Error('not yet')
      return openings
    })
    const both = await Promise.allSettled([lazy.get(), lazy.get()])
    assert.deepEqual(
      both.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    assert.equal(await lazy.get(), 2)
  })

  test('returns what is open, so that it can be closed, and opens nothing', async () => {
    const failing = lazily(() => Promise.reject(new Error('no')))
    assert.equal(await failing.opened(), null)
    const opening = failing.get()
    assert.equal(await failing.opened(), null)
    await assert.rejects(opening)
    const working = lazily(async () => 'open')
    const value = working.get()
    assert.equal(await working.opened(), 'open')
    assert.equal(await value, 'open')
  })
})

/** Makes calls and ends openings in any order: a call gets its own version, and a failure is never given to a later call. */
test('a call gets the version it asks for, whatever failed before', async () => {
  const step = fc.oneof(
    fc.record({ call: fc.constantFrom('1', '2', '3') }),
    fc.record({ end: fc.nat(), fails: fc.boolean() }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const openings: {
        version: string
        hasFailed: boolean
        isOver: boolean
        end: (fails: boolean) => void
      }[] = []
      const lazy = lazilyByVersion((version) => {
        const { promise, resolve, reject } = Promise.withResolvers<string>()
        const opening = {
          version,
          hasFailed: false,
          isOver: false,
          end: (fails: boolean) => {
            opening.isOver = true
            opening.hasFailed = fails
            if (fails) reject(new Error(version))
            else resolve(version)
          },
        }
        openings.push(opening)
        return promise
      })
      const answers: Promise<void>[] = []
      for (const each of steps) {
        if ('call' in each) {
          const known = openings.length
          const answer = lazy.get(each.call)
          const last = openings.at(-1)!
          assert.equal(last.version, each.call)
          assert.equal(last.hasFailed, false)
          assert.ok(openings.length <= known + 1)
          answers.push(
            answer.then(
              (value) => assert.equal(value, each.call),
              (error) => assert.equal(error.message, each.call),
            ),
          )
        } else if (openings.length > 0) {
          const opening = openings[each.end % openings.length]
          if (!opening.isOver) opening.end(each.fails)
          await new Promise(setImmediate)
        }
      }
      for (const opening of openings) if (!opening.isOver) opening.end(false)
      await Promise.all(answers)
    }),
    { seed: 88, numRuns: casesOf('versions that are opened lazily') },
  )
})
