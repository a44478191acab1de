/** How long authorizations of apps are valid, and how long their records are kept. Device codes have a setting: `METES_DEVICE_CODE_TTL`. */
import { DAY_MS } from '../../util/clock.ts'

const MINUTE_MS = 60_000

export const OAUTH_LIFETIMES_MS = {
  code: MINUTE_MS,
  /** Long enough to sign in by mail on the way. */
  interaction: 15 * MINUTE_MS,
  /** Opaque tokens are looked up, so a revocation takes effect at once; a stolen one is useful for an hour at most. */
  accessToken: 60 * MINUTE_MS,
  /** Starts again at each rotation: an app in use stays signed in until its grant ends. */
  refreshToken: 90 * DAY_MS,
  /** After a year an app has to ask again. */
  grant: 365 * DAY_MS,
} as const

export const OAUTH_KEPT_MS = {
  /** So that clients learn that their tokens have expired. */
  expiredToken: DAY_MS,
  /** A registered client without a grant. */
  unusedClient: 30 * DAY_MS,
} as const
