/** For operations about the caller's own account. */
import type { OpContext } from './context.ts'
import { problem } from './problem/problem.ts'

/** The account that calls. The operator at the command line has none of his own: there a key in the environment says whose is meant. */
export const requireAccount = async ({ caller }: OpContext, opName: string): Promise<string> => {
  if (caller.kind === 'account') return caller.accountId
  if (caller.kind === 'anonymous') throw problem('unauthorized', { reason: 'missing', what: opName })
  if (caller.account === undefined) throw problem('unauthorized', { reason: 'unnamed', what: opName })
  const accountId = await caller.account()
  if (accountId !== null) return accountId
  throw problem('unauthorized', { reason: 'invalid', what: 'key in METES_API_KEY' })
}
