/** Tests a model that plans areas: the result of each failure. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  answersInOrder,
  failure,
  KEY,
  lookBoth,
  modelPlanning,
  search,
  submitBoth,
  TEXT,
  withModel,
} from '../support/model-planning.ts'
import type { Reply } from '../support/model-server.ts'

const planning = modelPlanning()
const { ask } = planning

for (const provider of ['openai', 'anthropic'] as const) {
  describe(`a model addressed as ${provider}`, { concurrency: true }, () => {
    test('that does not answer times out', async () => {
      await withModel(
        () => ({ hangs: true }),
        async ({ url }) => {
          assert.equal((await failure(ask({ provider, url, text: TEXT, timeoutMs: 300 }))).fault, 'timeout')
        },
      )
    })

    test('that answers each call but never finishes times out', async () => {
      await withModel(
        async (turn) => {
          if (turn.number > 0) await new Promise(() => {})
          return search('Texas')
        },
        async ({ url }) => {
          assert.equal((await failure(ask({ provider, url, text: TEXT, timeoutMs: 300 }))).fault, 'timeout')
        },
      )
    })

    test('is retried a few times after a failure of its server', async () => {
      const away: Reply = { status: 500, headers: { 'retry-after-ms': '1' } }
      await withModel(
        answersInOrder(() => away, lookBoth, submitBoth),
        async ({ url }) => {
          assert.ok((await ask({ provider, url, text: TEXT })).planned.ok)
        },
      )
      await withModel(
        () => away,
        async ({ url, turns }) => {
          assert.equal((await failure(ask({ provider, url, text: TEXT }))).fault, 'unreachable')
          assert.equal(turns.length, 3)
        },
      )
    })

    test('that is busy says when to retry', async () => {
      const busy: Reply = { status: 429, headers: { 'retry-after-ms': '1', 'retry-after': '17' } }
      await withModel(
        () => busy,
        async ({ url }) => {
          const { fault, retryAfterSeconds } = await failure(ask({ provider, url, text: TEXT }))
          assert.deepEqual([fault, retryAfterSeconds], ['busy', 17])
        },
      )
    })

    test('whose provider echoes key and description does not leak them into the failure', async () => {
      const body = JSON.stringify({
        type: 'error',
        error: { type: 'invalid', message: `Bad key ${KEY} for ${TEXT}` },
      })
      await withModel(
        () => ({ status: 400, body }),
        async ({ url }) => {
          const { message } = await failure(ask({ provider, url, text: TEXT }))
          assert.equal(message, 'HTTP 400: Bad key [hidden] for [hidden]')
        },
      )
    })

    test('fails as its status says', async () => {
      for (const [status, fault] of [
        [403, 'refused'],
        [404, 'refused'],
        [408, 'timeout'],
        [502, 'unreachable'],
        [504, 'timeout'],
        [529, 'busy'],
      ] as const)
        await withModel(
          () => ({
            status,
            headers: { 'retry-after-ms': '1', 'retry-after': 'Wed, 21 Oct 2099 07:28:00 GMT' },
          }),
          async ({ url }) => {
            const failed = await failure(ask({ provider, url, text: TEXT }))
            assert.deepEqual([failed.fault, failed.retryAfterSeconds], [fault, 30])
          },
        )
    })

    test('whose provider refuses is not retried', async () => {
      await withModel(
        () => ({ status: 401 }),
        async ({ url, turns }) => {
          const { fault, message } = await failure(ask({ provider, url, text: TEXT }))
          assert.equal(fault, 'refused')
          assert.match(message, /^HTTP 401: /)
          assert.equal(turns.length, 1)
        },
      )
    })

    test('that answers with another API is unusable', async () => {
      for (const body of ['<html>login</html>', '{}', ' '.repeat(9e6)])
        await withModel(
          () => ({ status: 200, body }),
          async ({ url }) => {
            assert.equal((await failure(ask({ provider, url, text: TEXT }))).fault, 'unusable')
          },
        )
    })

    test('key and description follow no redirect', async () => {
      await withModel(
        () => ({ text: '' }),
        async (other) => {
          const path = provider === 'openai' ? 'chat/completions' : 'messages'
          await withModel(
            () => ({ status: 307, headers: { Location: `${other.url}/${path}` } }),
            async ({ url }) => {
              assert.equal((await failure(ask({ provider, url, text: TEXT }))).fault, 'refused')
            },
          )
          assert.equal(other.turns.length, 0)
        },
      )
    })

    test('is cancelled when the caller leaves', async () => {
      await withModel(
        () => ({ hangs: true }),
        async (model) => {
          const gone = new AbortController()
          const asked = ask({ provider, url: model.url, text: TEXT, signal: gone.signal })
          while (model.turns.length === 0) await new Promise((resolve) => setImmediate(resolve))
          gone.abort(new Error('the caller has gone'))
          await assert.rejects(asked, /the caller has gone/)
          while (model.abandoned() === 0) await new Promise((resolve) => setImmediate(resolve))
        },
      )
    })

    test('does not see our own errors', async () => {
      const locked = () => Promise.reject(new Error('database is locked'))
      for (const [broken, turnsBefore] of [
        [{ search: locked }, 1],
        [{ records: locked }, 2],
      ] as const)
        await withModel(answersInOrder(lookBoth, submitBoth), async ({ url, turns }) => {
          const catalog = { ...planning.catalog, ...broken }
          await assert.rejects(ask({ provider, url, text: TEXT, catalog }), /database is locked/)
          assert.equal(turns.length, turnsBefore)
        })
    })
  })
}
