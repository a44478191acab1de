/** Command lines in the documents are valid. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { describeOp } from '../../src/op/describe.ts'
import { OPS } from '../../src/ops/index.ts'
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

const wordsOf = (line: string): readonly string[] =>
  spawnSync('bash', ['-c', `printf '%s\\0' ${line}`])
    .stdout.toString()
    .split('\0')
    .slice(0, -1)

test('the documents show command lines', () => {
  assert.ok(commandLines.length > 10)
})

for (const { path, line } of commandLines) {
  test(`${path}: metes ${line}`, async () => {
    const nothing = new Error('Only the command line is of interest.')
    const { code, stderr } = await run([...wordsOf(line)], {
      stdin: '{"q":"x"}',
      service: { call: () => Promise.reject(nothing) },
      host: { operations: async () => OPS.map(describeOp) },
    })
    assert.notEqual(code, 2, stderr)
  })
}
