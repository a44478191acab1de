/** For operations about the caller's own account. */
import type { OpContext } from './context.ts'
import { problem } from './problem.ts'

/** The account that calls. The operator at the command line has none: there, too, a key says whose account is meant. */
export const accountOf = ({ caller }: OpContext, opName: string): string => {
  if (caller.kind === 'account') return caller.accountId
  throw problem('unauthorized', { reason: 'missing', what: opName })
}
