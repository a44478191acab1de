/**
 * The caller of an operation. `atExplorer`: a person in a browser on our own map page, where the page limits the rate of
 * calls.
 */
import { network } from './customer-network.ts'
import type { ResourcePath } from './oauth/resources.ts'
import type { Scope } from './oauth/scopes.ts'

export type Caller =
  /** A caller without a key, identified by its address. */
  | { readonly kind: 'anonymous'; readonly address: string; readonly atExplorer?: true }
  | {
      readonly kind: 'account'
      readonly accountId: string
      /** Id of the key, of the grant of an app, or of the session of a person at the explorer. */
      readonly keyId: string
      readonly plan: string
      /** Scopes of an app; absent for a key, which allows everything. */
      readonly scopes?: readonly Scope[]
      /** Resource that the token of an app is for; absent for a key, and for a token for all of them. */
      readonly resourcePath?: ResourcePath
      readonly atExplorer?: true
    }
  /** The user of the command line on this machine: no key, no units, no limits. */
  | {
      readonly kind: 'operator'
      /** Returns the id of the account for operations on an account; null if its key is invalid. Absent if no key is set. */
      readonly account?: () => Promise<string | null>
    }

export type AccountCaller = Extract<Caller, { kind: 'account' }>

/**
 * Returns the owner that a call is counted for: an account, or the network of a caller without a key; empty for the
 * operator.
 */
export const ownerOf = (caller: Caller): string => {
  if (caller.kind === 'account') return caller.accountId
  return caller.kind === 'anonymous' ? network(caller.address) : ''
}
