/** Grants of apps: given on the consent page or to a device, listed and revoked on the account page. */
import type { Clock } from '../../util/clock.ts'
import type { Random } from '../../util/random.ts'
import { type ActionOrigin, singleEvent } from '../audit/event.ts'
import { cleanLine } from '../clean-text.ts'
import { MAX_NAME_LENGTH } from '../key-limits.ts'
import { newId } from '../new-key.ts'
import { OAUTH_LIFETIMES_MS } from './lifetimes.ts'
import type { Grant, NewGrant, OAuthStore } from './ports.ts'

/** Few enough to review on the account page. An additional one ends the least recently used one. */
export const MAX_GRANTS = 50

export type Grants = ReturnType<typeof createGrants>

export type GrantRequest = Pick<Grant, 'accountId' | 'clientId' | 'clientName' | 'scopes' | 'resources'>

interface GrantOptions {
  readonly store: Pick<OAuthStore, 'addGrant' | 'findGrant' | 'listGrants' | 'removeGrant'>
  readonly clock: Clock
  readonly random: Random
}

export const createGrants = ({ store, clock, random }: GrantOptions) => ({
  /** Stores a consent and returns its id. */
  allow: async (asked: GrantRequest, origin: ActionOrigin) => {
    const grant = newGrant({ clock, random }, asked, origin)
    await store.addGrant(grant, MAX_GRANTS)
    return grant.id
  },
  /** Returns the grants of an account, newest first. */
  list: (accountId: string) => store.listGrants(accountId, clock.now()),
  /** Ends all tokens of a grant. Returns false if the account has no such grant. */
  revoke: async (accountId: string, grantId: string, origin: ActionOrigin) => {
    const grant = await store.findGrant(grantId)
    if (grant === null || grant.accountId !== accountId) return false
    return store.removeGrant(grantId, revocation({ clock, random }, grant, origin))
  },
})

export const newGrant = (
  { clock, random }: Pick<GrantOptions, 'clock' | 'random'>,
  asked: GrantRequest,
  origin: ActionOrigin,
): NewGrant => {
  const nowMs = clock.now()
  const clientName = shownName(asked.clientName)
  return {
    ...asked,
    clientName,
    id: newId(random),
    createdAtMs: nowMs,
    expiresAtMs: nowMs + OAUTH_LIFETIMES_MS.grant,
    event: singleEvent(newId(random), {
      action: 'app_allowed',
      atMs: nowMs,
      origin,
      accountId: asked.accountId,
      detail: clientName,
    }),
  }
}

/** Returns the event of a revocation, for the store. */
export const revocation = (
  { clock, random }: Pick<GrantOptions, 'clock' | 'random'>,
  { accountId, clientName }: Pick<Grant, 'accountId' | 'clientName'>,
  origin: ActionOrigin,
) =>
  singleEvent(newId(random), {
    action: 'app_revoked',
    atMs: clock.now(),
    origin,
    accountId,
    detail: clientName,
  })

/** Cleans the name of an app, which the app itself chose, before it is shown or stored. */
export const shownName = (name: string | null): string | null =>
  name === null ? null : cleanLine(name.slice(0, MAX_NAME_LENGTH)) || null
