/** Local commands about an account: METES_API_KEY says which. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { TEST_DATABASES, wholeDatabase } from '../support/databases.ts'
import { type Installation, install } from '../support/service.ts'

for (const { name, skip } of TEST_DATABASES) {
  describe(`on the machine itself, on ${name}`, { skip }, () => {
    let metes: Installation
    let key: string
    let base: Readonly<Record<string, string>>
    let removeDatabase = async (): Promise<void> => {}
    before(async () => {
      metes = await install()
      base = { METES_SOURCES: 'extract' }
      if (name === 'PostgreSQL') {
        const database = await wholeDatabase()
        base = { ...base, METES_DATABASE_URL: database.url }
        removeDatabase = database.remove
      }
      key = await metes.createKey(base, 'ann@example.org')
    })
    after(async () => {
      await metes.remove()
      await removeDatabase()
    })

    const answered = async (args: readonly string[], apiKey = key) => {
      const { code, stdout, stderr } = await metes.runHere(args, { ...base, METES_API_KEY: apiKey })
      assert.equal(code, 0, stderr)
      return JSON.parse(stdout)
    }

    test('the key selects the account of every command about one', async () => {
      assert.equal((await answered(['get-account'])).email, 'ann@example.org')
      assert.equal(
        (await answered(['update-profile', '--company', 'Surveyors'])).profile.company,
        'Surveyors',
      )
      assert.equal((await answered(['get-usage', '1'])).days.length, 1)
      assert.equal((await answered(['update-email-preferences', '--no-subscribed'])).subscribed, false)
      const made = await answered(['create-key', '--name', 'second'])
      const { keys } = await answered(['list-keys'])
      assert.deepEqual(
        new Set(keys.map((each: { name: string | null }) => each.name)),
        new Set(['second', null]),
      )
      await answered(['revoke-key', made.id])
      const revoked = await metes.runHere(['get-account'], { ...base, METES_API_KEY: made.api_key })
      assert.equal(revoked.code, 1)
      assert.match(
        revoked.stderr,
        /The key in METES_API_KEY is malformed, unknown or revoked\. "npx metes admin create-key /,
      )
      assert.doesNotMatch(revoked.stderr, /metes login/)
    })

    test('without a key a command about an account says how to choose one', async () => {
      for (const command of ['get-account', 'get-usage', 'list-keys']) {
        const { code, stderr } = await metes.runHere([command], base)
        assert.equal(code, 1)
        assert.match(
          stderr,
          /needs an account\. Set METES_API_KEY .*"npx metes admin create-key --email ADDRESS/,
        )
        assert.doesNotMatch(stderr, /metes login|Authorization/)
      }
    })

    test('every other command runs as the operator, whatever the key: a key of another service is ignored', async () => {
      await answered(['list-ops'], 'mts_of_another_service')
      await answered(['list-feedback'], 'mts_of_another_service')
      const used = (await answered(['get-account'])).units.used
      assert.equal(used, 0)
    })
  })
}
