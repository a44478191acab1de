/** Finds the account for operations about the caller's own account. */
import type { OpContext } from './context.ts'
import { problem } from './problem/problem.ts'

/** Returns the id of the calling account. For the operator at the command line, METES_API_KEY identifies the account. */
export const requireAccount = async ({ caller }: OpContext, opName: string): Promise<string> => {
  if (caller.kind === 'account') return caller.accountId
  if (caller.kind === 'anonymous') throw problem('unauthorized', { reason: 'missing', what: opName })
  if (caller.account === undefined) throw problem('unauthorized', { reason: 'unnamed', what: opName })
  const accountId = await caller.account()
  if (accountId !== null) return accountId
  throw problem('unauthorized', { reason: 'invalid', what: 'key in METES_API_KEY' })
}
