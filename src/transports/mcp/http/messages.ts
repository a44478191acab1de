/** Reads what an HTTP request asks of the Model Context Protocol, as far as admission and cancellation need it. The library checks the rest. */
import type { AnyOp } from '../../../op/define.ts'
import { RawInput } from '../../../op/raw-input.ts'
import { agentDefaults } from '../tools.ts'

interface Message {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: Readonly<Record<string, unknown>>
}

export interface ReadMessages {
  /** The calls of operations. */
  readonly calls: readonly { readonly op: AnyOp; readonly input: RawInput }[]
  /** Whether there are other messages than calls of operations. */
  readonly hasOthers: boolean
  /** The id of a single request; undefined for notifications and batches. */
  readonly requestId: unknown
  /** Whether it opens a session. */
  readonly isInitialize: boolean
  /** Ids of requests that are cancelled. */
  readonly cancelled: readonly unknown[]
}

export const readMessages = (body: unknown, ops: readonly AnyOp[]): ReadMessages => {
  const messages = (Array.isArray(body) ? body : [body]).filter(isMessage)
  const calls = messages.flatMap((message) => callIn(message, ops))
  return {
    calls,
    hasOthers: calls.length < messages.length || messages.length === 0,
    requestId: Array.isArray(body) ? undefined : messages[0]?.id,
    isInitialize: messages.some(({ method }) => method === 'initialize'),
    cancelled: messages.flatMap(({ method, params }) =>
      method === 'notifications/cancelled' ? [params?.requestId] : [],
    ),
  }
}

const isMessage = (value: unknown): value is Message => typeof value === 'object' && value !== null

const callIn = ({ method, params }: Message, ops: readonly AnyOp[]): ReadMessages['calls'] => {
  const op = method === 'tools/call' ? ops.find(({ name }) => name === params?.name) : undefined
  if (op === undefined) return []
  const sent = params?.arguments ?? {}
  return [{ op, input: new RawInput(op, isMessage(sent) ? { ...agentDefaults(op), ...sent } : sent) }]
}
