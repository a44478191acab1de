/** How much anybody may store without an account: authorizations in progress, and clients that nobody has used. */
import type { Shares } from '../../platform/oauth/ports.ts'

/**
 * Anybody can begin an authorization, and each takes up to 10 KB. A network is as large as a provider assigns to one customer, because one
 * who has many addresses has one share.
 */
export const INTERACTION_SHARES: Shares = { ofNetwork: 1_000, ofAll: 10_000 }

/** Anybody may register, so registrations are small, and few unused ones are kept. */
export const MAX_METADATA_BYTES = 8 * 1024
export const CLIENT_SHARES: Shares = { ofNetwork: 1_000, ofAll: 10_000 }
