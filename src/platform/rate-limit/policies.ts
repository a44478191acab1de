/**
 * The rate limits with fixed numbers. Those of callers are settings (`plans.ts`, `METES_PUBLIC_RATE`), those of demonstrations belong to their
 * operations, and pages (`page-rate-limit.ts`) and calls without a charge (`unpaid-work.ts`) have theirs beside them.
 */
import type { Policy } from './store.ts'

const MINUTE_SECONDS = 60
const QUARTER_SECONDS = 15 * MINUTE_SECONDS
const HOUR_SECONDS = 60 * MINUTE_SECONDS

/** By network, unless said otherwise. Offices and services that many people use send from few addresses. */
export const POLICIES = {
  /** Wrong keys and tokens. */
  failedCredentials: { name: 'failed-credentials', calls: 20, windowSeconds: MINUTE_SECONDS },

  /** By mailbox, so that nobody is flooded and codes cannot be guessed. */
  signInMailsToMailbox: { name: 'sign-in-email', calls: 5, windowSeconds: QUARTER_SECONDS },
  signInMails: { name: 'sign-in-network', calls: 20, windowSeconds: QUARTER_SECONDS },
  signInCodes: { name: 'sign-in-code-network', calls: 40, windowSeconds: QUARTER_SECONDS },
  /** By account. Lookup and decision both count, so one sign-in takes two. Guessing among 20^8 codes is hopeless at this rate. */
  userCodesOfAccount: { name: 'user-code-account', calls: 20, windowSeconds: QUARTER_SECONDS },
  userCodes: { name: 'user-code-address', calls: 60, windowSeconds: QUARTER_SECONDS },

  oauthAuthorize: { name: 'oauth-authorize', calls: 300, windowSeconds: MINUTE_SECONDS },
  oauthToken: { name: 'oauth-token', calls: 600, windowSeconds: MINUTE_SECONDS },
  oauthDevice: { name: 'oauth-device', calls: 60, windowSeconds: MINUTE_SECONDS },
  oauthRegister: { name: 'oauth-register', calls: 60, windowSeconds: HOUR_SECONDS },
  /** Documents that a network causes this service to fetch; those that were fetched recently do not count. */
  oauthDocuments: { name: 'oauth-document', calls: 30, windowSeconds: MINUTE_SECONDS },

  /** By person or network: two a second, more than anybody clicks. What a visitor's call costs is limited too, by `op/steps/visitor-work.ts`. */
  mapClicks: { name: 'explorer', calls: 120, windowSeconds: MINUTE_SECONDS },
  /** A fast typist presses ten keys a second, and the page searches after each pause. */
  mapKeystrokes: { name: 'explorer-typing', calls: 300, windowSeconds: MINUTE_SECONDS },
  /** A map that is panned quickly requests a few dozen tiles a second; a crawler of all of them more than that for hours. */
  tiles: { name: 'tiles', calls: 3_000, windowSeconds: MINUTE_SECONDS },
} as const satisfies Record<string, Policy>
