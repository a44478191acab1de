/** The examples of every operation, as the help and the reference show them, give the input of the definition. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeOp } from '../../src/op/describe.ts'
import { OPS } from '../../src/ops/index.ts'
import { exampleLine } from '../../src/transports/cli/commands/operation-help.ts'
import { shellWords } from '../support/shell-words.ts'
import { run } from './cli-harness.ts'

const operations = OPS.map(describeOp)

const examples = operations.flatMap((operation) =>
  operation.examples.map(({ title, input }) => ({
    operation,
    title,
    input,
    line: exampleLine(operation, input),
  })),
)
const words = shellWords(examples.map(({ line }) => line))

for (const [at, { operation, title, input }] of examples.entries())
  test(`${operation.name}: "${title}" is a command line that gives its input`, async () => {
    const { code, stderr, calls } = await run(words[at], {
      host: { operations: async () => operations },
    })
    assert.deepEqual([code, stderr], [0, ''])
    assert.deepEqual(calls[0].input, input)
  })
