/**
 * Admits a message of a transport whose messages are not all calls of operations: identifies the caller, and rejects calls that need a key
 * before the transport has begun its answer. Calls are rate-limited when they run, other messages here.
 */
import type { RateLimitState } from '../platform/rate-limit/store.ts'
import type { RemoteOrigin } from './call.ts'
import type { AnyOp } from './define.ts'
import type { RawInput } from './raw-input.ts'
import { type AdmissionPorts, authorize, checkRate, identify } from './steps/authorize.ts'

export interface Admission {
  readonly from: RemoteOrigin
  /** The operations that the message calls. */
  readonly calls: readonly { readonly op: AnyOp; readonly input: RawInput }[]
  /** Whether the message asks for more than calls. */
  readonly isRateLimited: boolean
}

/** @throws Problem `unauthorized` or `rate_limited` */
export type Admit = (admission: Admission) => Promise<RateLimitState | null>

export const createAdmit =
  (ports: AdmissionPorts): Admit =>
  async ({ from, calls, isRateLimited }) => {
    const caller = await identify(ports, from)
    for (const { op, input } of calls)
      if (op.access !== 'public') await authorize(ports, op, parsed(input), caller)
    if (!isRateLimited) return null
    const rateLimit = await ports.rateLimiter.take(caller)
    checkRate(rateLimit)
    return rateLimit
  }

/** An invalid input is reported by the call itself. */
const parsed = (input: RawInput): unknown => {
  try {
    return input.parse()
  } catch {
    return {}
  }
}
