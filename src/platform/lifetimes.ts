/** How long credentials are valid, and how long records are kept. Device codes and files have settings: `METES_DEVICE_CODE_TTL`, `METES_FILE_TTL`. */
import { DAY_MS } from '../util/clock.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export const LIFETIMES_MS = {
  /** Link and code of a sign-in mail. */
  signInMail: 15 * MINUTE_MS,
  /** An unused session of a browser, and its cookie. */
  session: 30 * DAY_MS,
  /** A session gets another token after this time, so that a stolen one soon becomes useless. */
  sessionToken: DAY_MS,
  /** The previous token stays valid for requests that are already in progress. */
  previousSessionToken: MINUTE_MS,
  /** The token of a page's forms. */
  formToken: DAY_MS,
  /** After a device code expires, an approved device can still collect its key, because it polls only every few seconds. */
  deviceCollection: MINUTE_MS,

  oauthCode: MINUTE_MS,
  /** Long enough to sign in by mail on the way. */
  oauthInteraction: 15 * MINUTE_MS,
  /** Opaque tokens are looked up, so a revocation takes effect at once; a stolen one is useful for an hour at most. */
  oauthAccessToken: HOUR_MS,
  /** Starts again at each rotation: an app in use stays signed in until its grant ends. */
  oauthRefreshToken: 90 * DAY_MS,
  /** After a year an app has to ask again. */
  oauthGrant: 365 * DAY_MS,
} as const

export const KEPT_MS = {
  auditEvent: 365 * DAY_MS,
  /** A mail that could not be delivered. */
  givenUpMail: 30 * DAY_MS,
  /** Expired OAuth tokens, so that clients learn that they have expired. */
  expiredOAuthToken: DAY_MS,
  /** A registered OAuth client without a grant. */
  unusedOAuthClient: 30 * DAY_MS,
} as const
