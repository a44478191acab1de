/** Who makes a call. */
import { network } from './network.ts'

export type Caller =
  /** Nobody in particular: known by the address it calls from. */
  | { readonly kind: 'anonymous'; readonly address: string }
  | { readonly kind: 'account'; readonly accountId: string; readonly keyId: string; readonly plan: string }
  /** Whoever runs the command on the machine itself: no key, no units, no limits. */
  | {
      readonly kind: 'operator'
      /** Id of the account that operations about an account are for, null when its key is not good; left out where none is named. */
      readonly account?: () => Promise<string | null>
    }

/** Whom a call is counted for: an account, or the network of a caller without a key; empty for the operator. */
export const ownerOf = (caller: Caller): string => {
  if (caller.kind === 'account') return caller.accountId
  return caller.kind === 'anonymous' ? network(caller.address) : ''
}
