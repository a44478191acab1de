/** The examples of every operation, as the help and the reference show them, give the input of the definition. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { describeOp } from '../../src/op/describe.ts'
import { OPS } from '../../src/ops/index.ts'
import { exampleLine } from '../../src/transports/cli/commands/operation-help.ts'
import { run } from './cli-harness.ts'

const operations = OPS.map(describeOp)

/** Splits a line into words as a shell does. */
const wordsOf = (line: string): readonly string[] => {
  const { stdout, status } = spawnSync('bash', ['-c', `printf '%s\\0' ${line}`])
  assert.equal(status, 0)
  return stdout.toString().split('\0').slice(0, -1)
}

for (const operation of operations) {
  for (const { title, input } of operation.examples) {
    test(`${operation.name}: "${title}" is a command line that gives its input`, async () => {
      const { code, stderr, calls } = await run(wordsOf(exampleLine(operation, input)), {
        host: { operations: async () => operations },
      })
      assert.deepEqual([code, stderr], [0, ''])
      assert.deepEqual(calls[0].input, input)
    })
  }
}
