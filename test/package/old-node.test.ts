/** `npm ci` under the oldest Node that the README names. */
import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { succeed, systemNode } from '../support/installed-package.ts'
import { isRequired } from '../support/required.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** As `engines` in package.json. */
const OLDEST_NODE = 20

test('npm ci warns of no package that needs a newer Node', {
  skip:
    systemNode().major !== OLDEST_NODE &&
    !isRequired('old-node') &&
    `needs Node ${OLDEST_NODE} as the Node of this machine`,
}, async () => {
  assert.equal(systemNode().major, OLDEST_NODE, 'the Node of this machine')
  const folder = await mkdtemp(join(tmpdir(), 'metes-old-node-'))
  try {
    for (const name of ['package.json', 'package-lock.json']) await cp(join(ROOT, name), join(folder, name))
    const { text } = await succeed('npm', ['ci', '--dry-run', '--offline', '--ignore-scripts'], {
      cwd: folder,
    })
    assert.match(text, /added \d+ packages/)
    assert.doesNotMatch(text, /EBADENGINE/)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
