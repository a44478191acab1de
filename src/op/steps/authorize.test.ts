import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ACCOUNT } from '../../../test/support/account-caller.ts'
import { createMemoryRateLimitStore } from '../../platform/rate-limit/memory-store.ts'
import { identify } from './authorize.ts'

test('wrong credentials are refused, and after twenty a minute from one network the network is', async () => {
  const attempts = createMemoryRateLimitStore({ now: () => 0, elapsedMs: () => 0 })
  const lookUp = (credential: string, address: string) =>
    Promise.resolve(
      identify(
        {
          attempts,
          identify: {
            known: () => null,
            find: async (key) => (key === 'good' ? ACCOUNT : null),
            findFeed: async () => null,
          },
        },
        { kind: 'remote', credential, address },
      ),
    )
  for (let tries = 0; tries < 20; tries++)
    await assert.rejects(lookUp('bad', '192.0.2.1'), { code: 'unauthorized' })
  await assert.rejects(lookUp('bad', '192.0.2.1'), { code: 'rate_limited' })
  await assert.rejects(lookUp('bad', '198.51.100.1'), { code: 'unauthorized' })
  assert.deepEqual(await lookUp('good', '192.0.2.1'), ACCOUNT)
})
