import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPS } from '../../src/ops/index.ts'
import { toolsOf } from '../../src/transports/mcp/tools.ts'

test('exactly the tools that ask servers of other people on request are open to the world', () => {
  const open = toolsOf(OPS).filter(({ annotations }) => annotations.openWorldHint)
  assert.deepEqual(
    open.map(({ name }) => name),
    ['search_boundaries'],
  )
})
