/** Derives agent tools from the registry: one tool for each operation, with the same name. */
import type { AnyOp } from '../../op/define.ts'
import { inputSchema, outputSchema } from '../../op/schema/derived-schema.ts'
import { toolInput, toolOutput } from './tool-schema.ts'

export const toolsOf = (ops: readonly AnyOp[]) =>
  ops.map((op) => {
    const input = inputSchema(op.input)
    return {
      name: op.name,
      title: op.summary.replace(/\.$/, ''),
      description: `${op.summary} ${op.agent.hint}`,
      inputSchema: toolInput(input, agentDefaults(op)),
      outputSchema: toolOutput(outputSchema(op.output)),
      annotations: {
        readOnlyHint: op.readOnly,
        destructiveHint: op.route.method === 'DELETE',
        idempotentHint: op.readOnly,
        // `live: true` asks OpenStreetMap's servers.
        openWorldHint: input.properties?.live !== undefined,
      },
    }
  })

/** Returns the inputs that agents send unless they choose others. */
export const agentDefaults = ({ agent }: AnyOp): Readonly<Record<string, unknown>> => ({ ...agent.defaults })
