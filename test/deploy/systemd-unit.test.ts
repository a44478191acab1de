/** The unit of systemd in the guide: valid, and with the time that stopping and replacing processes take. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const GUIDE = fileURLToPath(new URL('../../docs/guide/one-machine.md', import.meta.url))

const unit = (): string => {
  const block = /^ {4}\[Unit\]\n(?:(?: {4}.*)?\n)*/m.exec(readFileSync(GUIDE, 'utf8'))
  assert.ok(block !== null)
  return block[0].replaceAll(/^ {4}/gm, '')
}

const setting = (name: string): string | undefined => new RegExp(`^${name}=(.*)$`, 'm').exec(unit())?.[1]

test('a reload is never cut off: systemd counts ExecReload by TimeoutStartSec, 90 seconds unless set', () => {
  assert.match(setting('ExecReload') ?? '', /metes reload$/)
  assert.equal(setting('TimeoutStartSec'), 'infinity')
})

test('a stop gets more than the 12 seconds that it may take', () => {
  assert.ok(Number(setting('TimeoutStopSec')) > 12)
})

const skip = spawnSync('systemd-analyze', ['--version']).status !== 0 && 'there is no systemd-analyze'

test('systemd finds no fault in it', { skip }, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-unit-test-'))
  try {
    const file = join(directory, 'metes.service')
    // It looks for the program, which is not installed here.
    await writeFile(file, unit().replaceAll('/usr/local/bin/metes', process.execPath))
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
      encoding: 'utf8',
    })
    assert.deepEqual({ status, said: `${stdout}${stderr}` }, { status: 0, said: '' })
  } finally {
    await rm(directory, { recursive: true })
  }
})
