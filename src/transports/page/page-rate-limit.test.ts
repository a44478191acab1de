/** Tests the limit on clients that request pages at the rate of programs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask } from '../../../test/http/raw.ts'
import { startWeb } from '../../../test/support/pages-with-mails.ts'
import { createMemoryRateLimitStore } from '../../platform/rate-limit/memory-store.ts'
import { systemClock } from '../../util/clock.ts'
import { PAGE_LIMIT } from './page-rate-limit.ts'

test('the pages of an address are limited, with Retry-After, and unsubscribing is not', async () => {
  const web = await startWeb(createMemoryRateLimitStore(systemClock))
  const get = (path: string) => ask(`${web.url}${path}`, { headers: { accept: 'text/html' } })
  try {
    const statuses = []
    for (let page = 0; page < PAGE_LIMIT.calls; page++) statuses.push((await get('/sign-in')).status)
    assert.deepEqual(new Set(statuses), new Set([200]))
    for (const path of ['/sign-in', '/feedback', '/docs', '/account']) {
      const refused = await get(path)
      assert.equal(refused.status, 429, path)
      assert.ok(Number(refused.headers['retry-after']) >= 1)
      assert.match(refused.body.toString(), /<h1>Too many calls<\/h1>/)
    }
    assert.equal((await get('/unsubscribe?token=none')).status, 400)
  } finally {
    await web.close()
  }
})
