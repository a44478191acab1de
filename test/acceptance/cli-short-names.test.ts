/** Short names are aliases of operations, for people. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeOp } from '../../src/op/describe.ts'
import { OPS } from '../../src/ops/index.ts'
import { SHORT_NAMES } from '../../src/transports/cli/short-names.ts'
import { run } from './cli-harness.ts'

const operations = OPS.map(describeOp)
const host = { operations: async () => operations }

test('short names are of operations that exist', () => {
  const names = new Set(operations.map(({ name }) => name))
  for (const name of Object.keys(SHORT_NAMES)) assert.ok(names.has(name), name)
})

test('a short name is the same command, and help teaches with it', async () => {
  for (const [operation, short] of Object.entries(SHORT_NAMES)) {
    const full = operation.replaceAll('_', '-')
    const [byShort, byFull] = await Promise.all([
      run([short, '--help'], { host }),
      run([full, '--help'], { host }),
    ])
    assert.deepEqual(byShort, byFull)
    assert.match(byShort.stdout, new RegExp(`^Usage: metes ${full}\\|${short} `))
    assert.match(byShort.stdout, new RegExp(`\\n  \\$ npx metes ${short} `))
  }
  assert.match((await run([], { host })).stdout, /\n {2}search, search-boundaries <q> +Find boundaries/)
  assert.match((await run(['completion', 'bash'], { host })).stdout, /\n {4}search\) words='--q --country/)
})
