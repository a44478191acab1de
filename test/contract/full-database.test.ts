/** A PostgreSQL server that has no space left for a table: it reports `disk_full`, and the transaction is rolled back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { createQuota } from '../../src/platform/quota.ts'
import { systemClock } from '../../src/util/clock.ts'
import { systemRandom } from '../../src/util/random.ts'
import { isStorageFull } from '../../src/util/storage-full.ts'
import { TEST_DATABASES } from '../support/databases.ts'

const { skip, create } = TEST_DATABASES[1]

test('units of a call that cannot be stored are not spent, and all works again when there is space', {
  skip,
}, async () => {
  const database = await create()
  const storage = await database.open()
  const [url, schema] = database.place.split('#')
  const server = new pg.Client(url)
  await server.connect()
  try {
    const quota = createQuota({
      store: storage.units,
      plans: { test: { unitsPerMonth: 10, callsPerMinute: null, fileBytes: null } },
      clock: systemClock,
      random: systemRandom,
    })
    const reserve = () =>
      quota.reserve({ kind: 'account', accountId: 'a', keyId: 'k', plan: 'test' }, 6, 'get_boundary')
    const held = await reserve()
    assert.ok('spend' in held)
    await server.query(`set search_path to "${schema}";
      create function no_space() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger no_hold before insert or delete on unit_hold execute function no_space();`)
    await assert.rejects(reserve(), isStorageFull)
    await assert.rejects(held.spend(), isStorageFull)
    await held.refund()
    const month = new Date(systemClock.now()).toISOString().slice(0, 7)
    assert.equal(await storage.units.used('a', month), 6)
    assert.equal(await quota.used('a', month), 0)
    await server.query('drop trigger no_hold on unit_hold; drop function no_space')
    const again = await reserve()
    assert.ok('spend' in again)
    await again.spend()
    assert.equal(await storage.units.used('a', month), 6)
    assert.equal((await storage.usage.since('a', month))[0].units, 6)
  } finally {
    await server.end()
    await storage.close()
    await database.remove()
  }
})
