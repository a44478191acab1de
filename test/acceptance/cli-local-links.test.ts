/** Where no server runs, commands name files of this machine, not addresses that nobody serves. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Installation, install } from '../support/service.ts'

let metes: Installation
before(async () => {
  metes = await install()
})
after(() => metes.remove())

test('an exported file, and a polygon that is too large for the answer, are named by their local path', async () => {
  for (const command of [
    ['export-boundary', 'iso:LI'],
    ['get-boundary', 'iso:BE', '--detail', 'low'],
    ['union-boundaries', 'iso:BE', 'iso:NL', '--detail', 'low'],
  ]) {
    const { stdout, stderr, code } = await metes.run(command, { METES_MAX_INLINE_BYTES: '2000' })
    assert.equal(code, 0, stderr)
    assert.doesNotMatch(stdout, /http:\/\/localhost/)
    const { url, download_url } = JSON.parse(stdout)
    assert.ok(existsSync(fileURLToPath(url ?? download_url)), stdout.slice(0, 300))
  }
})

test('with an address that is set, answers name it', async () => {
  const { stdout } = await metes.run(['export-boundary', 'iso:LI'], {
    METES_BASE_URL: 'https://metes.example',
  })
  assert.match(JSON.parse(stdout).url, /^https:\/\/metes\.example\/files\//)
})
