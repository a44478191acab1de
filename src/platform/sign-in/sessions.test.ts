import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { temporaryStorage } from '../../../test/support/databases.ts'
import { silentBookkeeping } from '../../../test/support/silent-bookkeeping.ts'
import { systemRandom } from '../../util/random.ts'
import { createSessions, type Sessions } from './sessions.ts'

const HOUR_MS = 3_600_000
const BROWSER = { userAgent: 'Firefox', oldToken: null }

let nowMs: number
let sessions: Sessions
let close: () => Promise<void>
beforeEach(async () => {
  nowMs = Date.parse('2026-01-02T03:04:05Z')
  const storage = await temporaryStorage()
  await storage.keys.accountFor({ id: 'a1', email: 'ann@example.org', plan: 'free', createdAt: '' })
  sessions = createSessions({
    store: storage.sessions,
    bookkeeping: silentBookkeeping,
    clock: { now: () => nowMs, elapsedMs: () => nowMs },
    random: systemRandom,
  })
  close = async () => {
    await storage.close()
  }
})
afterEach(() => close())

test('a session is found by its token, which is replaced after a day', async () => {
  const token = await sessions.begin('a1', BROWSER)
  assert.match(token, /^[\w-]{43}$/)
  nowMs += 23 * HOUR_MS
  assert.equal((await sessions.find(token))?.newToken, null)
  nowMs += HOUR_MS
  const renewed = await sessions.find(token)
  assert.equal(renewed?.email, 'ann@example.org')
  const newToken = String(renewed?.newToken)
  assert.notEqual(newToken, token)
  // Requests under way with the old token are still answered; a minute later they are not.
  nowMs += 59_000
  assert.equal((await sessions.find(token))?.session.id, renewed?.session.id)
  assert.equal((await sessions.find(token))?.newToken, null)
  nowMs += 2_000
  assert.equal(await sessions.find(token), null)
  assert.equal((await sessions.find(newToken))?.session.csrfToken, renewed?.session.csrfToken)
})

test('an unused session ends after thirty days', async () => {
  let token = await sessions.begin('a1', BROWSER)
  for (let day = 0; day < 40; day++) {
    nowMs += 24 * HOUR_MS
    token = (await sessions.find(token))?.newToken ?? token
  }
  assert.equal((await sessions.list('a1')).length, 1)
  nowMs += 30 * 24 * HOUR_MS
  assert.equal(await sessions.find(token), null)
  assert.deepEqual(await sessions.list('a1'), [])
})

test('signing in again ends the browser’s previous session', async () => {
  const first = await sessions.begin('a1', BROWSER)
  const second = await sessions.begin('a1', { ...BROWSER, oldToken: first })
  assert.equal(await sessions.find(first), null)
  assert.notEqual(await sessions.find(second), null)
})

test('signing out ends one session or all of them', async () => {
  const [one, two, three] = [
    await sessions.begin('a1', BROWSER),
    await sessions.begin('a1', BROWSER),
    await sessions.begin('a1', BROWSER),
  ]
  await sessions.end('a1', String((await sessions.find(one))?.session.id))
  assert.equal(await sessions.find(one), null)
  assert.notEqual(await sessions.find(two), null)
  await sessions.endAll('a1')
  assert.equal(await sessions.find(two), null)
  assert.equal(await sessions.find(three), null)
})

test('an account has at most fifty sessions; the least recently used ends first', async () => {
  const tokens = []
  for (let browser = 0; browser < 52; browser++) {
    tokens.push(await sessions.begin('a1', BROWSER))
    nowMs += HOUR_MS
  }
  const ended = await Promise.all(tokens.map(async (token) => (await sessions.find(token)) === null))
  assert.deepEqual(
    ended.flatMap((isEnded, browser) => (isEnded ? [browser] : [])),
    [0, 1],
  )
})
