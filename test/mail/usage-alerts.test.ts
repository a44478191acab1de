/** Mails at 80 % and at 100 % of the units of a month, on both databases. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { createMailer } from '../../src/platform/mail/mailer.ts'
import { createUsageAlerts, type UsageAlerts } from '../../src/platform/usage-alerts.ts'
import type { Storage } from '../../src/storage/sql/stores.ts'
import { systemRandom } from '../../src/util/random.ts'
import { TEST_DATABASES, type TestDatabase } from '../support/databases.ts'

const PLANS = {
  free: { unitsPerMonth: 1_000, callsPerMinute: null, fileBytes: null },
  pro: { unitsPerMonth: 10_000, callsPerMinute: null, fileBytes: null },
  unlimited: { unitsPerMonth: null, callsPerMinute: null, fileBytes: null },
}

for (const { name, skip, create } of TEST_DATABASES) {
  describe(`usage alerts: ${name}`, { skip }, () => {
    let database: TestDatabase
    let storages: readonly Storage[]
    let nowMs: number
    beforeEach(async () => {
      nowMs = Date.UTC(2026, 10, 21)
      database = await create()
      storages = [await database.open(), await database.open()]
      await storages[0].keys.accountFor({
        id: 'a1',
        email: 'ann@example.org',
        plan: 'free',
        createdAt: '2026-01-01T00:00:00Z',
      })
    })
    afterEach(async () => {
      for (const storage of storages) await storage.close()
      await database.remove()
    })

    const alertsOf = (storage: Storage): UsageAlerts => {
      const clock = { now: () => nowMs, elapsedMs: () => nowMs }
      return createUsageAlerts({
        units: storage.units,
        profiles: storage.profiles,
        plans: PLANS,
        mailer: createMailer({
          store: storage.mails,
          preferences: storage.emailPreferences,
          clock,
          random: systemRandom,
        }),
        clock,
      })
    }
    const spend = async (units: number, month = '2026-11') => {
      const id = `${nowMs} ${units} ${month}`
      const call = { accountId: 'a1', date: `${month}-01`, op: 'get_boundary' }
      assert.ok(await storages[0].units.reserve({ id, owner: 'o', ...call, units }, null))
      await storages[0].units.spend(id)
    }
    /** Everything queued since the last call, without the layout. */
    const queued = async () =>
      storages[0].mails.claim({ claim: `c${nowMs++}`, nowMs, untilMs: nowMs + 1e12 }, 100)
    const check = async (alerts: UsageAlerts, plan = 'free') => {
      alerts.note({ accountId: 'a1', plan })
      await alerts.send()
    }

    test('no alert below 80 %; one each at 80 % and at 100 %', async () => {
      const alerts = alertsOf(storages[0])
      await spend(799)
      await check(alerts)
      assert.deepEqual(await queued(), [])
      await spend(1)
      await check(alerts)
      await check(alerts)
      const [eighty, ...more] = await queued()
      assert.deepEqual(more, [])
      assert.equal(eighty.to, 'ann@example.org')
      assert.equal(eighty.kind, 'usage_alerts')
      assert.equal(eighty.subject, '80 % of the units of this month are used')
      assert.match(eighty.text, /800 of the 1,000 units .*plan free/)
      assert.match(eighty.text, /December 1, 2026, 00:00 UTC/)
      await spend(200)
      await check(alerts)
      await check(alerts)
      assert.deepEqual(
        (await queued()).map(({ subject }) => subject),
        ['All units of this month are used'],
      )
    })

    test('two processes that notice at once send it once, and so does a restarted one', async () => {
      await spend(900)
      const all = storages.map(alertsOf)
      for (const alerts of all) alerts.note({ accountId: 'a1', plan: 'free' })
      await Promise.all(all.map((alerts) => alerts.send()))
      await check(alertsOf(storages[1]))
      assert.equal((await queued()).length, 1)
    })

    test('of both at once only the higher is sent, and the next month starts again', async () => {
      const alerts = alertsOf(storages[0])
      await spend(1_000)
      await check(alerts)
      assert.deepEqual(
        (await queued()).map(({ subject }) => subject),
        ['All units of this month are used'],
      )
      nowMs = Date.UTC(2026, 11, 1)
      await check(alerts)
      assert.deepEqual(await queued(), [])
      await spend(850, '2026-12')
      await check(alerts)
      assert.equal((await queued()).length, 1)
    })

    test('a plan without a limit sends none, and a larger plan counts by its own limit', async () => {
      const alerts = alertsOf(storages[0])
      await spend(5_000)
      await check(alerts, 'unlimited')
      await check(alerts, 'pro')
      assert.deepEqual(await queued(), [])
    })

    test('an account that switched usage alerts off gets none', async () => {
      await storages[0].emailPreferences.change('a1', { kinds: { usage_alerts: false } })
      await spend(1_000)
      await check(alertsOf(storages[0]))
      assert.deepEqual(await queued(), [])
    })

    test('a failed alert is sent the next time', async () => {
      await spend(800)
      let isAway = true
      const alerts = createUsageAlerts({
        units: {
          used: async (...asked) => {
            if (isAway) throw new Error('away')
            return storages[0].units.used(...asked)
          },
        },
        profiles: storages[0].profiles,
        plans: PLANS,
        mailer: createMailer({
          store: storages[0].mails,
          preferences: storages[0].emailPreferences,
          clock: { now: () => nowMs, elapsedMs: () => 0 },
          random: systemRandom,
        }),
        clock: { now: () => nowMs, elapsedMs: () => 0 },
      })
      alerts.note({ accountId: 'a1', plan: 'free' })
      await assert.rejects(alerts.send(), /away/)
      isAway = false
      await alerts.send()
      assert.equal((await queued()).length, 1)
    })
  })
}
