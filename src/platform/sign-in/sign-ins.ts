/**
 * Signs in by email: a mail with a link and a code, either of which signs in once. The answer never reveals whether the address has an
 * account: the first sign-in creates one.
 */
import { type Clock, rfc3339 } from '../../util/clock.ts'
import type { Random } from '../../util/random.ts'
import type { Audit } from '../audit/audit.ts'
import type { Bookkeeping } from '../bookkeeping.ts'
import { network } from '../customer-network.ts'
import { newUserCode, readUserCode } from '../device-sign-in/codes.ts'
import { mailboxOf, readEmailAddress } from '../email-address.ts'
import type { Mailer } from '../mail/ports.ts'
import { newId } from '../new-key.ts'
import type { Account, KeyStore } from '../ports.ts'
import { newToken, tokenHash } from '../random-tokens.ts'
import { POLICIES } from '../rate-limit/policies.ts'
import type { RateLimitStore } from '../rate-limit/store.ts'
import type { SignInStore, SignInTarget } from './ports.ts'
import { SIGN_IN_MINUTES, signInMail } from './sign-in-mail.ts'

export type SignIns = ReturnType<typeof createSignIns>

export interface SignInRequest {
  readonly email: string
  readonly address: string
  /** Path of the page to open after signing in. */
  readonly next: string
  /** Returns the link's address for its token. */
  readonly linkAt: (token: string) => string
}

export interface SignedIn {
  readonly account: Account
  readonly next: string
}

interface SignInOptions {
  readonly store: SignInStore
  readonly accounts: Pick<KeyStore, 'accountFor' | 'findAccount'>
  readonly audit: Pick<Audit, 'count'>
  readonly bookkeeping: Bookkeeping
  readonly mailer: Mailer
  readonly rateLimits: RateLimitStore
  readonly defaultPlan: string
  readonly clock: Clock
  readonly random: Random
}

const MAX_TRIES = 5
const SIGN_IN_MS = SIGN_IN_MINUTES * 60_000

export const createSignIns = (options: SignInOptions) => {
  const { store, accounts, audit, bookkeeping, mailer, rateLimits, defaultPlan, clock, random } = options

  const signedIn = async ({ email, next }: SignInTarget, address: string): Promise<SignedIn> => {
    const createdAt = rfc3339(clock.now())
    const account = await accounts.accountFor({ id: newId(random), email, plan: defaultPlan, createdAt })
    audit.count({ action: 'sign_in_succeeded', accountId: account.id, origin: { way: 'page', address } })
    return { account, next }
  }

  const failed = (email: string | null, address: string): Promise<void> =>
    bookkeeping.note('a failed sign-in', async () => {
      const account = email === null ? null : await accounts.findAccount(email)
      audit.count({
        action: 'sign_in_failed',
        accountId: account?.id ?? null,
        origin: { way: 'page', address },
      })
    })

  return {
    /** Sends the mail. The code works only in the browser that has the returned token. */
    start: async ({ email: written, address, next, linkAt }: SignInRequest) => {
      const email = readEmailAddress(written)
      if (email === null) return 'not_an_address'
      const mayAsk =
        (await rateLimits.take(POLICIES.signInMails, network(address))).allowed &&
        (await rateLimits.take(POLICIES.signInMailsToMailbox, mailboxOf(email))).allowed
      if (!mayAsk) return 'too_many_attempts'
      const nowMs = clock.now()
      await bookkeeping.note('the removal of old sign-ins', () => store.sweep(nowMs - SIGN_IN_MS))
      const [browserToken, linkToken, code] = [newToken(random), newToken(random), newUserCode(random)]
      await store.add({
        browserHash: tokenHash(browserToken),
        linkHash: tokenHash(linkToken),
        codeHash: codeHash(browserToken, code),
        email,
        next,
        expiresAtMs: nowMs + SIGN_IN_MS,
      })
      await mailer.send({ to: email, kind: 'sign_in', ...signInMail(linkAt(linkToken), code) })
      return { browserToken }
    },
    /**
     * Returns the target of a link; null if it is unknown, used or expired. Does not invalidate the link, because mail
     * scanners open links.
     */
    preview: (linkToken: string) => store.find(tokenHash(linkToken), clock.now()),
    byLink: async (linkToken: string, address: string) => {
      const target = await store.redeemLink(tokenHash(linkToken), clock.now())
      if (target !== null) return signedIn(target, address)
      await failed(null, address)
      return null
    },
    byCode: async (browserToken: string, written: string, address: string) => {
      if (!(await rateLimits.take(POLICIES.signInCodes, network(address))).allowed) return { triesLeft: 0 }
      const found = await store.redeemCode(
        tokenHash(browserToken),
        codeHash(browserToken, readUserCode(written) ?? ''),
        { nowMs: clock.now(), maxTries: MAX_TRIES },
      )
      if (!('triesLeft' in found)) return signedIn(found, address)
      await failed(found.email, address)
      return { triesLeft: found.triesLeft }
    },
  }
}

/**
 * A code alone is short enough to be found from its hash; combined with the browser's token, which is not stored, it is not.
 */
const codeHash = (browserToken: string, code: string): string => tokenHash(`${browserToken} ${code}`)
