/**
 * Admits a message of a transport whose messages are not all calls of operations. Identifies the caller and counts the
 * message as one call, from its headers alone; rejects calls that need a key before the transport starts its answer.
 */
import type { Caller } from '../platform/caller.ts'
import type { RateLimitState } from '../platform/rate-limit/store.ts'
import type { RemoteOrigin } from './call.ts'
import { checkRate } from './check-rate.ts'
import { type AnyOp, alwaysNeedsKey } from './define.ts'
import type { RawInput } from './raw-input.ts'
import {
  type AccessPorts,
  type AdmissionPorts,
  authorizeUnread,
  identify,
  requireAccess,
  requireScope,
} from './steps/authorize.ts'

/** The sender of an admitted message. */
export interface Admitted {
  readonly caller: Caller
  /** Null if the caller has no limit. */
  readonly rateLimit: RateLimitState | null
}

/** @throws Problem `unauthorized` or `rate_limited` */
export type Admit = (from: RemoteOrigin) => Promise<Admitted>

export const createAdmit =
  (ports: Pick<AdmissionPorts, 'identify' | 'rateLimits' | 'rateLimiter'>): Admit =>
  async (from) => {
    const caller = await identify(ports, from)
    const rateLimit = await ports.rateLimiter.take(caller)
    checkRate(rateLimit)
    return { caller, rateLimit }
  }

export interface AskedCall {
  readonly op: AnyOp
  readonly input: RawInput
}

/** Parses only inputs that the access depends on. @throws Problem `unauthorized` or `insufficient_scope` */
export const authorizeCalls = (access: AccessPorts, caller: Caller, calls: readonly AskedCall[]): void => {
  for (const { op, input } of calls) {
    if (op.access === 'public') continue
    requireScope(op, caller)
    if (alwaysNeedsKey(op)) authorizeUnread(access, op, caller)
    else if (isValid(input)) requireAccess(access, input.plannedFor(caller), caller)
  }
}

/** An invalid input is reported by the call itself. */
const isValid = (input: RawInput): boolean => {
  try {
    input.parse()
    return true
  } catch {
    return false
  }
}
