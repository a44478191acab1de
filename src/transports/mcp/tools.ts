/** Derives agent tools from the registry: one tool per operation, with the same name. */
import type { AnyOp } from '../../op/define.ts'
import { describeOp } from '../../op/describe.ts'

export const toolsOf = (ops: readonly AnyOp[]) =>
  ops.map((op) => {
    const { name, summary, description, input, output } = describeOp(op)
    return {
      name,
      title: summary.replace(/\.$/, ''),
      description: `${summary}\n\n${description}`,
      inputSchema: input,
      outputSchema: output,
      annotations: {
        readOnlyHint: op.readOnly,
        destructiveHint: op.route.method === 'DELETE',
        idempotentHint: op.readOnly,
        openWorldHint: false,
      },
    }
  })
