import { z } from 'zod'
import { defineOp } from '../../op/define.ts'
import { API_VERSION } from '../../op/describe.ts'
import { nextCursor, pageCursor, pageLimit, pageOf } from '../../op/list-page.ts'
import { nextPage } from '../../op/response/agent-sentences.ts'

const MAX_LIMIT = 100
const route = z.strictObject({ method: z.string(), path: z.string() })
const jsonSchema = z.record(z.string(), z.unknown())

export const listOps = defineOp({
  name: 'list_ops',
  group: 'meta',
  route: { method: 'GET', path: '/v1' },
  summary: 'List every operation with its routes, input, cost and an example.',
  description:
    'Describes the whole API in one answer, for programs and agents. OpenAPI, agent tools and the reference are generated from the same list.',
  access: 'public',
  units: 0,
  readOnly: true,
  cacheSeconds: 300,
  input: z.strictObject({
    limit: pageLimit(MAX_LIMIT).describe('Maximum number of operations. Default: all.'),
    cursor: pageCursor,
  }),
  output: z.strictObject({
    name: z.string(),
    version: z.string().describe('Version of the API.'),
    base_url: z.string(),
    ops: z.array(
      z.strictObject({
        name: z.string(),
        group: z.string(),
        summary: z.string(),
        description: z.string(),
        access: z.string().describe('`public`, `key`, or the rule that decides between them.'),
        units: z.union([z.number(), z.string()]).describe('Cost of one call in units, or the rule for it.'),
        read_only: z.boolean(),
        long: z
          .boolean()
          .describe(
            'The operation reports progress, stops when the caller disconnects, and supports `Prefer: respond-async`.',
          ),
        idempotency_key: z
          .boolean()
          .describe(
            'A POST accepts the header `Idempotency-Key`: repeats do not run again and cost nothing.',
          ),
        routes: z.strictObject({ rest: route, rpc: route }),
        positional: z.array(z.string()).describe('Fields that are positional arguments of the command.'),
        media_type: z.string(),
        errors: z.array(z.string()),
        examples: z.array(z.strictObject({ title: z.string(), input: z.record(z.string(), z.unknown()) })),
        input: jsonSchema.describe('JSON Schema of the input.'),
        output: jsonSchema.describe('JSON Schema of a success.'),
      }),
    ),
    next_cursor: nextCursor,
  }),
  examples: [{ title: 'All operations', input: {} }],
  agent: {
    hint: 'Only for writing programs against the REST API: the tools already say what agents need. Answers come in pages.',
    defaults: { limit: 2 },
    summarize: ({ ops, next_cursor }) =>
      `${ops.map(({ name, summary }) => `${name}: ${summary}`).join('\n')}${nextPage(next_cursor)}`,
  },
  handler: async ({ services }, input) => {
    const { items, nextCursor } = pageOf(await services.describeOps(), ({ name }) => name, input)
    return {
      name: 'Metes',
      version: API_VERSION,
      base_url: services.baseUrl,
      ops: items,
      next_cursor: nextCursor,
    }
  },
})
