/** Descriptions by an author who knew neither the planner nor the other generator: none becomes land that it does not say. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { casesOf } from '../../cases.ts'

const RUN = fileURLToPath(new URL('run.ts', import.meta.url))
const COUNT = casesOf('descriptions by another hand')
const TIMEOUT_MS = 15 * 60_000
/** Measured 0.80 over nine seeds. */
const MIN_RIGHT = 0.75

test('no description is planned wrong, and most are planned right', { timeout: TIMEOUT_MS }, async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [RUN, '--seed', '42', '--count', `${COUNT}`],
    {
      maxBuffer: 1 << 26,
    },
  )
  const { right, refused, wrong } = JSON.parse(stdout.trim().split('\n').at(-1)!)
  assert.equal(wrong, 0, stdout)
  assert.equal(right + refused, COUNT)
  assert.ok(right >= MIN_RIGHT * COUNT, `${right} of ${COUNT}`)
})
