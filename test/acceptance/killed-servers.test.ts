/** Real servers killed while they write: acknowledged calls are kept, others cost nothing. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAudit } from '../../src/platform/audit/audit.ts'
import { monthOf } from '../../src/platform/billing-month.ts'
import { createKeys } from '../../src/platform/keys.ts'
import type { Storage } from '../../src/storage/sql/stores.ts'
import { systemClock } from '../../src/util/clock.ts'
import { systemRandom } from '../../src/util/random.ts'
import { casesOf } from '../cases.ts'
import { openAt, TEST_DATABASES, wholeDatabase } from '../support/databases.ts'
import { install, type RunningServer } from '../support/service.ts'
import { silentBookkeeping } from '../support/silent-bookkeeping.ts'

const A_DAY_MS = 86_400_000
const MANY_CALLS = { METES_PUBLIC_RATE: '100000', METES_SOURCES: 'atlas' }
/** Callers per server that use units, one call after the other. */
const UNIT_CALLERS = 2

/** Each kind of write gets this many answers before a kill, however fast the other kinds are. */
const MIN_ACKNOWLEDGED = { key: 2, item: 1, unit: 1 }

/** The calls that were acknowledged. */
interface Answered {
  readonly keys: string[]
  readonly items: string[]
  /** Calls that cost a unit, by account. */
  readonly units: Map<string, number>
}

const underLoad = async (servers: number, rounds: number, databaseUrl: string | null): Promise<void> => {
  const metes = await install()
  const storage = await openAt(databaseUrl === null ? metes.dataDir : `${databaseUrl}#metes`)
  const env = databaseUrl === null ? MANY_CALLS : { ...MANY_CALLS, METES_DATABASE_URL: databaseUrl }
  const keys = createKeys({
    store: storage.keys,
    audit: createAudit(storage.audit, systemClock, silentBookkeeping),
    bookkeeping: silentBookkeeping,
    defaultPlan: 'unlimited',
    clock: systemClock,
    random: systemRandom,
  })
  const answered: Answered = { keys: [], items: [], units: new Map() }
  const startedMs = Date.now()
  try {
    for (let round = 0; round < rounds; round++) {
      const { apiKey } = await keys.create({ email: `round-${round}@example.org`, plan: null })
      const running = await Promise.all(Array.from({ length: servers }, () => metes.serve(env)))
      await killedWhileWriting(running, apiKey, 10 + Math.round((57 * round) / rounds), answered)
    }
    const last = await metes.serve(env)
    for (const id of answered.items) {
      assert.equal((await fetch(`${last.url}/v1/feedback/${id}`)).status, 200, `item ${id}`)
    }
    await last.stop()
    for (const key of answered.keys) assert.notEqual(await keys.identify(key, null), null)
    await holdsUnits(storage, answered.units, servers * UNIT_CALLERS, startedMs)
    assert.ok(answered.keys.length > rounds && answered.items.length >= rounds, 'there was load')
  } finally {
    await storage.close()
    await metes.remove()
  }
}

/** All of them die at the same moment, in the middle of what they write. */
const killedWhileWriting = async (
  running: readonly RunningServer[],
  apiKey: string,
  answersUntilKilled: number,
  answered: Answered,
): Promise<void> => {
  let left = answersUntilKilled
  const missing = { ...MIN_ACKNOWLEDGED }
  const killed = Promise.withResolvers<unknown>()
  let isKilled = false
  const count = (kind: keyof typeof MIN_ACKNOWLEDGED): void => {
    left -= 1
    missing[kind] -= 1
    if (isKilled || left > 0 || Object.values(missing).some((each) => each > 0)) return
    isKilled = true
    killed.resolve(Promise.all(running.map((server) => server.stop('SIGKILL'))))
  }
  const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' }
  const post = async (server: RunningServer, path: string, body: unknown) => {
    const answer = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, string> }
  }
  /** Until its connection breaks, or it has nothing more to do. */
  const repeat = async (kind: keyof typeof MIN_ACKNOWLEDGED, once: () => Promise<boolean>): Promise<void> => {
    while (await once()) count(kind)
  }
  const callers = running.flatMap((server) => [
    // Fifty per account succeed, then 409.
    repeat('key', async () => {
      const { status, body } = await post(server, '/v1/keys', { name: 'made under load' })
      if (status === 200) answered.keys.push(body.api_key)
      else assert.equal(status, 409)
      return status === 200
    }),
    // Ten a day succeed, then 429.
    repeat('item', async () => {
      const item = { title: `Item ${answered.items.length}`, details: 'Written under load.' }
      const { status, body } = await post(server, '/v1/feedback/features', item)
      if (status === 200) answered.items.push(body.id)
      return status === 200
    }),
    ...Array.from({ length: UNIT_CALLERS }, () =>
      repeat('unit', async () => {
        const { status } = await fetch(`${server.url}/v1/boundaries/iso:LU?detail=low`, { headers })
        assert.equal(status, 200)
        answered.units.set(apiKey, (answered.units.get(apiKey) ?? 0) + 1)
        return true
      }),
    ),
  ])
  const ended = await Promise.allSettled(callers)
  await killed.promise
  for (const each of ended) {
    if (each.status === 'rejected') assert.ok(each.reason instanceof TypeError, String(each.reason))
  }
}

/**
 * Every unit of an answer, and at most one more for each disconnected caller: no hold of a dead process remains. The daily
 * usage has the same units as the balance.
 */
const holdsUnits = async (
  storage: Storage,
  units: ReadonlyMap<string, number>,
  callers: number,
  startedMs: number,
): Promise<void> => {
  const laterMs = Date.now() + A_DAY_MS
  await storage.units.heartbeat('judge', { nowMs: laterMs, aliveUntilMs: laterMs + A_DAY_MS })
  const keys = createKeys({
    store: storage.keys,
    audit: createAudit(storage.audit, systemClock, silentBookkeeping),
    bookkeeping: silentBookkeeping,
    defaultPlan: 'unlimited',
    clock: systemClock,
    random: systemRandom,
  })
  const months = new Set([monthOf(startedMs), monthOf(Date.now())])
  for (const [apiKey, count] of units) {
    const caller = await keys.identify(apiKey, null)
    assert.ok(caller !== null)
    let used = 0
    for (const month of months) used += await storage.units.used(caller.accountId, month)
    const usage = await storage.usage.since(caller.accountId, monthOf(startedMs))
    const counted = usage.reduce((sum, day) => sum + day.units, 0)
    assert.equal(counted, used, 'get_usage and the balance differ')
    assert.ok(used >= count && used <= count + callers, `${used} units are used, ${count} calls answered`)
  }
}

test('a server killed again and again under load loses nothing that it has acknowledged', () =>
  underLoad(1, casesOf('kills of a server'), null))

test('two servers on one PostgreSQL, killed together repeatedly, lose nothing either', {
  skip: TEST_DATABASES[1].skip,
}, async () => {
  const database = await wholeDatabase()
  try {
    await underLoad(2, casesOf('kills of two servers'), database.url)
  } finally {
    await database.remove()
  }
})
