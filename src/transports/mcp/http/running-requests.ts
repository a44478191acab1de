/**
 * Running requests by caller, session and id. Protocol versions before 2026 cancel a request by a notification in another
 * HTTP request; the session, of which the server keeps no other state, tells whose request it is.
 */

import type { Caller } from '../../../platform/caller.ts'
import { network } from '../../../platform/customer-network.ts'

/** Session header of `initialize`, and its valid form from clients. */
export const SESSION_HEADER = 'Mcp-Session-Id'
const SESSION = /^[\w-]{16,64}$/

export interface RequestKey {
  /** From `callerName`: nobody else can cancel the request, even with the session id. */
  readonly by: string
  readonly sessionId: string | undefined
  readonly requestId: unknown
}

/** Returns the key or app of a caller, or the network of a caller without one. */
export const callerName = (caller: Caller): string => {
  if (caller.kind === 'account') return `key ${caller.keyId}`
  return caller.kind === 'anonymous' ? `network ${network(caller.address)}` : caller.kind
}

export class RunningRequests {
  readonly #running = new Map<string, AbortController>()

  /** Runs the work with a signal that `cancel` aborts. Call `ended` when the answer is complete. */
  begin(key: RequestKey): { readonly signal: AbortSignal; readonly ended: () => void } | null {
    const name = requestName(key)
    if (name === null) return null
    const controller = new AbortController()
    this.#running.set(name, controller)
    return {
      signal: controller.signal,
      ended: () => {
        // A client may have reused the id.
        if (this.#running.get(name) === controller) this.#running.delete(name)
      },
    }
  }

  cancel(key: RequestKey): void {
    const name = requestName(key)
    if (name !== null) this.#running.get(name)?.abort()
  }
}

const requestName = ({ by, sessionId, requestId }: RequestKey): string | null =>
  sessionId !== undefined &&
  SESSION.test(sessionId) &&
  (typeof requestId === 'string' || typeof requestId === 'number')
    ? `${by} ${sessionId} ${JSON.stringify(requestId)}`
    : null
