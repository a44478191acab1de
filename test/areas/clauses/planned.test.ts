/** Thousands of generated clauses: none becomes land that it does not say, and hardly any is refused. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { casesOf } from '../../cases.ts'

const RUN = fileURLToPath(new URL('run.ts', import.meta.url))
const PLANNED = casesOf('clauses that are planned')
const CHANGED = casesOf('clauses that are changed')
const TIMEOUT_MS = 15 * 60_000

interface Counts {
  readonly right: number
  readonly refused: number
  readonly unnamed: number
  readonly wrong: number
}

const run = async (...options: readonly string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [RUN, ...options], { maxBuffer: 1 << 26 })
  return stdout
}

/** The last line of the label. */
const countsOf = (output: string, label: string): Counts => {
  const line = output.split('\n').findLast((each) => new RegExp(`^${label} +\\d`).test(each))
  assert.ok(line !== undefined, `no counts of "${label}" in:\n${output}`)
  const [right, refused, unnamed, wrong] = line.slice(label.length).trim().split(/ +/).map(Number)
  return { right, refused, unnamed, wrong }
}

test('of thousands of clauses none is planned wrong, and 99 % are planned right', {
  timeout: TIMEOUT_MS,
}, async () => {
  const output = await run('--seed', '1', '--count', String(PLANNED))
  const { right, refused, unnamed, wrong } = countsOf(output, 'all')
  assert.equal(wrong, 0, wrongIn(output))
  const all = right + refused + unnamed + wrong
  assert.equal(all, PLANNED)
  assert.ok(right >= 0.99 * all, `${right} of ${all}`)
})

test('no change of a clause leaves the land as it was', { timeout: TIMEOUT_MS }, async () => {
  const output = await run('--mutations', '--count', String(CHANGED), '--seed', '7')
  for (const kind of ['nonsense-name', 'except-to-only', 'level-changed', 'sentence-added']) {
    const { right, wrong } = countsOf(output, kind)
    assert.ok(right > CHANGED / 12, `${kind}: ${right}`)
    assert.equal(wrong, 0, wrongIn(output))
  }
})

/** The examples that the run shows, without the counts behind them. */
const wrongIn = (output: string): string =>
  output
    .split(/\n== |\n\n {2,}right/)
    .filter((section) => section.startsWith('wrong'))
    .join('\n')
