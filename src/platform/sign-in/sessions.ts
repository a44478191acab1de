/**
 * Browser sessions. A browser has a random token, of which only the hash is stored. The token is replaced every day, so that
 * a stolen one soon becomes useless.
 */
import { type Clock, DAY_MS } from '../../util/clock.ts'
import type { Random } from '../../util/random.ts'
import type { Bookkeeping } from '../bookkeeping.ts'
import { newId } from '../new-key.ts'
import { newToken, tokenHash } from '../random-tokens.ts'
import type { Session, SessionStore } from './ports.ts'

export type Sessions = ReturnType<typeof createSessions>

interface SessionsOptions {
  readonly store: SessionStore
  readonly bookkeeping: Bookkeeping
  readonly clock: Clock
  readonly random: Random
}

/** An unused session of a browser, and its cookie. */
export const SESSION_MS = 30 * DAY_MS
const TOKEN_MS = DAY_MS
/** The previous token stays valid for requests that are already in progress. */
const PREVIOUS_TOKEN_MS = 60_000
/** Few enough to review on the account page. An additional session ends the least recently used one. */
const MAX_SESSIONS = 50
/** Writing the time at every page view would cost more than the page. */
const MARK_EVERY_MS = 3_600_000
const MAX_USER_AGENT_LENGTH = 300

export const createSessions = ({ store, bookkeeping, clock, random }: SessionsOptions) => {
  const found = async (token: string) => {
    const nowMs = clock.now()
    const known = await store.find(tokenHash(token), nowMs - PREVIOUS_TOKEN_MS)
    return known !== null && nowMs - known.session.usedAtMs < SESSION_MS ? known : null
  }

  return {
    /** Starts a session and returns its token. Ends the browser's previous session. */
    begin: async (
      accountId: string,
      { userAgent, oldToken }: { readonly userAgent: string | null; readonly oldToken: string | null },
    ) => {
      const nowMs = clock.now()
      const old = oldToken === null ? null : await found(oldToken)
      if (old !== null) await store.end(old.session.accountId, old.session.id)
      await store.sweep(nowMs - SESSION_MS)
      const token = newToken(random)
      const session: Session = {
        id: newId(random),
        accountId,
        csrfToken: newToken(random),
        userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
        createdAtMs: nowMs,
        usedAtMs: nowMs,
        renewedAtMs: nowMs,
      }
      await store.add(session, tokenHash(token))
      const others = (await store.list(accountId, nowMs - SESSION_MS)).filter(({ id }) => id !== session.id)
      for (const { id } of others.slice(MAX_SESSIONS - 1)) await store.end(accountId, id)
      return token
    },
    /** Returns null for a session that has ended. The browser must replace its token by `newToken`, if there is one. */
    find: async (token: string) => {
      const known = await found(token)
      if (known === null) return null
      const { session, email, isPrevious } = known
      const nowMs = clock.now()
      if (nowMs - session.usedAtMs > MARK_EVERY_MS)
        await bookkeeping.note('the last use of a session', () => store.markUsed(session.id, nowMs))
      if (isPrevious || nowMs - session.renewedAtMs < TOKEN_MS) return { session, email, newToken: null }
      const fresh = newToken(random)
      const renewed = await store.renew(tokenHash(token), tokenHash(fresh), nowMs)
      return { session, email, newToken: renewed ? fresh : null }
    },
    /** Returns the most recently used first. */
    list: (accountId: string) => store.list(accountId, clock.now() - SESSION_MS),
    end: (accountId: string, sessionId: string) => store.end(accountId, sessionId),
    endAll: (accountId: string) => store.endAll(accountId),
  }
}
