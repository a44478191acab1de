import { z } from 'zod'
import { defineOp } from '../../op/define.ts'
import { API_VERSION } from '../../op/describe.ts'

const route = z.strictObject({ method: z.string(), path: z.string() })
const jsonSchema = z.record(z.string(), z.unknown())

export const listOps = defineOp({
  name: 'list_ops',
  group: 'meta',
  route: { method: 'GET', path: '/v1' },
  summary: 'List every operation with its routes, input, cost and an example.',
  description:
    'The whole surface in one answer, for programs and agents. Everything else that describes the service is made from the same list.',
  access: 'public',
  units: 0,
  readOnly: true,
  cacheSeconds: 300,
  input: z.strictObject({}),
  output: z.strictObject({
    name: z.string(),
    version: z.string().describe('Version of the interface.'),
    base_url: z.string(),
    ops: z.array(
      z.strictObject({
        name: z.string(),
        group: z.string(),
        summary: z.string(),
        description: z.string(),
        access: z.string().describe('public, key, or when it is which.'),
        units: z.union([z.number(), z.string()]).describe('Cost of one call, or how it is counted.'),
        read_only: z.boolean(),
        long: z
          .boolean()
          .describe(
            'It tells its steps while it runs, ends when its caller leaves, and can be answered later (Prefer: respond-async).',
          ),
        idempotency_key: z
          .boolean()
          .describe('A POST with the header Idempotency-Key can be repeated, and is done and charged once.'),
        routes: z.strictObject({ rest: route, rpc: route }),
        positional: z.array(z.string()).describe('Fields that the command takes without a name.'),
        media_type: z.string(),
        errors: z.array(z.string()),
        examples: z.array(z.strictObject({ title: z.string(), input: z.record(z.string(), z.unknown()) })),
        input: jsonSchema.describe('JSON Schema of the input.'),
        output: jsonSchema.describe('JSON Schema of a success.'),
      }),
    ),
  }),
  errors: [],
  examples: [{ title: 'All operations', input: {} }],
  positional: [],
  handler: async ({ services }) => ({
    name: 'Metes',
    version: API_VERSION,
    base_url: services.baseUrl,
    ops: services.describeOps(),
  }),
})
