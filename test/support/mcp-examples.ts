/** Calls every tool with its examples. */
import assert from 'node:assert/strict'
import type { AnyOp } from '../../src/op/define.ts'
import { OPS } from '../../src/ops/index.ts'
import type { McpClient } from './mcp-clients.ts'

/** No example can know the id of a key, a job or a device code. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  revoke_key: /^not_found: /,
  poll_device_login: /^invalid_grant: /,
  get_job: /^not_found: /,
  cancel_job: /^not_found: /,
}

/** The board is empty at first, and the examples refer to its first item: it is posted before the others are called. */
const FIRST = 'report_issue'
const IN_ORDER: readonly AnyOp[] = [
  ...OPS.filter(({ name }) => name === FIRST),
  ...OPS.filter(({ name }) => name !== FIRST),
]

/** The client lists every operation, and each example is answered. */
export const callEveryTool = async (client: McpClient): Promise<void> => {
  const { tools } = await client.listTools()
  assert.deepEqual(
    tools.map(({ name }) => name),
    [...OPS.map(({ name }) => name), 'show_map'],
  )
  for (const op of IN_ORDER) {
    for (const { title, input } of op.examples) {
      const { isError, content } = await client.callTool({ name: op.name, arguments: { ...input } })
      const text = content[0].text ?? ''
      const refusal = REFUSED[op.name]
      if (refusal === undefined) assert.notEqual(isError, true, `${op.name}, ${title}: ${text}`)
      else {
        assert.equal(isError, true, op.name)
        assert.match(text, refusal)
      }
    }
  }
  const map = await client.callTool({ name: 'show_map', arguments: { boundaries: ['iso:LU'] } })
  assert.match(map.content[0].text ?? '', /^The map shows (Lëtzebuerg|Luxembourg)/)
}
