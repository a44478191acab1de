/** Command lines in the documents are valid. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { describeOp } from '../../src/op/describe.ts'
import { OPS } from '../../src/ops/index.ts'
import { shellWords } from '../support/shell-words.ts'
import { run } from './cli-harness.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const DOCUMENTS = [
  'README.md',
  'docs/guide/start.md',
  'docs/guide/caller.md',
  'docs/guide/operator.md',
  'docs/guide/atlas.md',
]

/** In a code block: a line that runs metes, up to its pipe or comment; settings before it do not matter here. */
const COMMAND = /^ {4}(?:\$ |.*\| )?(?:npx )?metes ([^|#>]+)/

const commandLines = DOCUMENTS.flatMap((path) =>
  readFileSync(ROOT + path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const found = COMMAND.exec(line)
      return found === null ? [] : [{ path, line: found[1].trim() }]
    }),
)

const words = shellWords(commandLines.map(({ line }) => line))

test('the documents show command lines', () => {
  assert.ok(commandLines.length > 10)
})

for (const [at, { path, line }] of commandLines.entries()) {
  test(`${path}: metes ${line}`, async () => {
    const nothing = new Error('Only the command line is of interest.')
    const { code, stderr } = await run(words[at], {
      stdin: '{"q":"x"}',
      service: { call: () => Promise.reject(nothing) },
      host: { operations: async () => OPS.map(describeOp) },
    })
    assert.notEqual(code, 2, stderr)
  })
}
