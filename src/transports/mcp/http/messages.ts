/** Parses the parts of an MCP message that admission and cancellation need. The library checks the rest. */
import type { AskedCall } from '../../../op/admit-message.ts'
import type { AnyOp } from '../../../op/define.ts'
import { problem } from '../../../op/problem/problem.ts'
import { RawInput } from '../../../op/raw-input.ts'
import { agentDefaults } from '../tools.ts'

interface Message {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: Readonly<Record<string, unknown>>
}

export interface ReadMessages {
  /** The calls of operations. */
  readonly calls: readonly AskedCall[]
  /** The id of a single request; undefined for notifications and batches. */
  readonly requestId: unknown
  /** True if it opens a session. */
  readonly isInitialize: boolean
  /** Ids of requests to cancel. */
  readonly cancelled: readonly unknown[]
}

/** The limit of the library. */
const MAX_BATCH = 100

/** @throws Problem `invalid_input` for a longer batch, before any message of it is read */
export const readMessages = (body: unknown, ops: readonly AnyOp[]): ReadMessages => {
  if (Array.isArray(body) && body.length > MAX_BATCH) throw tooManyMessages(body.length)
  const messages = (Array.isArray(body) ? body : [body]).filter(isMessage)
  return {
    calls: messages.flatMap((message) => callIn(message, ops)),
    requestId: Array.isArray(body) ? undefined : messages[0]?.id,
    isInitialize: messages.some(({ method }) => method === 'initialize'),
    cancelled: messages.flatMap(({ method, params }) =>
      method === 'notifications/cancelled' ? [params?.requestId] : [],
    ),
  }
}

const isMessage = (value: unknown): value is Message => typeof value === 'object' && value !== null

const tooManyMessages = (count: number) =>
  problem('invalid_input', {
    issues: [
      { path: '', message: `A batch has at most ${MAX_BATCH} messages, not ${count}.`, code: 'out_of_range' },
    ],
  })

const callIn = ({ method, params }: Message, ops: readonly AnyOp[]): ReadMessages['calls'] => {
  const op = method === 'tools/call' ? ops.find(({ name }) => name === params?.name) : undefined
  if (op === undefined) return []
  const sent = params?.arguments ?? {}
  return [{ op, input: new RawInput(op, isMessage(sent) ? { ...agentDefaults(op), ...sent } : sent) }]
}
