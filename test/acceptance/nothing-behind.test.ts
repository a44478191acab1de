/** Commands that only read create no data directory. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Installation, install } from '../support/service.ts'

describe('on a machine without a data directory', { concurrency: 1 }, () => {
  let metes: Installation
  let env: { readonly METES_DATA_DIR: string }
  before(async () => {
    metes = await install()
    env = { METES_DATA_DIR: join(metes.dataDir, 'missing') }
  })
  after(() => metes.remove())

  for (const args of [
    ['search', 'Germany'],
    ['get', 'Liechtenstein'],
    ['at', '47.14', '9.52'],
    ['children', 'LI'],
    ['contains-points', 'LI', '--points', '[[9.5,47.1]]'],
    ['union-boundaries', 'BE', 'NL', '--detail', 'low'],
    ['area', 'Belgium and Luxembourg', '--detail', 'low'],
    ['list-feedback'],
    ['catalog', 'list'],
    ['whoami'],
  ])
    test(`metes ${args[0]} leaves nothing behind`, async () => {
      const { code, stderr } = await metes.runHere(args, env)
      assert.equal(code, 0, stderr)
      assert.equal(existsSync(env.METES_DATA_DIR), false)
    })

  test('the first command that writes creates it, for those that read afterwards', async () => {
    const created = await metes.runHere(['admin', 'create-key', '--email', 'me@example.org'], env)
    assert.equal(created.code, 0, created.stderr)
    const { stdout } = await metes.runHere(['get-account'], { ...env, METES_API_KEY: created.stdout.trim() })
    assert.equal(JSON.parse(stdout).email, 'me@example.org')
  })
})
