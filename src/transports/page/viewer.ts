/** Identifies the viewer of a page, and wraps endpoints that need one. */

import { SESSION_MS } from '../../platform/sign-in/sessions.ts'
import { DAY_MS } from '../../util/clock.ts'
import type { Random } from '../../util/random.ts'
import type { HttpAnswer, HttpRequest, HttpRoute } from '../http/message.ts'
import type { Cookies } from './cookies.ts'
import { type FormOwner, readOwnForm, seeOther } from './form.ts'

/** A signed-in user. */
export interface Viewer extends FormOwner {
  readonly accountId: string
  readonly email: string
  readonly sessionId: string
  /** CSRF token of the session. */
  readonly csrfToken: string
}

/** Any visitor. Reading `csrfToken` before sign-in also sets the cookie with which the token is compared. */
export interface Visitor extends FormOwner {
  readonly viewer: Viewer | null
}

export interface Visitors {
  /** Wraps an endpoint for everybody. */
  readonly forAnyone: (endpoint: PageEndpoint<Visitor>) => HttpRoute['endpoint']
  /** Wraps an endpoint for signed-in users; others are redirected to sign in and return. */
  readonly signedIn: (endpoint: PageEndpoint<Viewer>) => HttpRoute['endpoint']
  /** Reads a form that one of our pages showed to its owner; rejects any other. */
  readonly formOf: (request: HttpRequest, owner: FormOwner) => Promise<URLSearchParams>
}

export type PageEndpoint<V> = (request: HttpRequest, who: V) => Promise<HttpAnswer>

export interface VisitorsOptions {
  readonly baseUrl: string
  readonly cookies: Cookies
  readonly random: Random
  /** Returns the viewer of a session; null if it has ended. `newToken` replaces the token. */
  readonly viewerOf: (token: string) => Promise<{ viewer: Viewer; newToken: string | null } | null>
}

export const createVisitors = ({ baseUrl, cookies, random, viewerOf }: VisitorsOptions): Visitors => {
  const sessionOf = async (request: HttpRequest) => {
    const token = cookies.read(request, 'session')
    return token === null ? null : viewerOf(token)
  }

  const kept = (answer: HttpAnswer, newToken: string | null): HttpAnswer =>
    // An endpoint that signs in or out sets the session cookie itself.
    newToken === null || answer.headers.includes('Set-Cookie')
      ? answer
      : withHeaders(answer, cookies.write('session', newToken, SESSION_SECONDS))

  return {
    forAnyone: (endpoint) => async (request) => {
      const session = await sessionOf(request)
      if (session !== null) {
        const { viewer, newToken } = session
        return kept(await endpoint(request, { viewer, csrfToken: viewer.csrfToken }), newToken)
      }
      const known = cookies.read(request, 'form')
      let created: string | null = null
      const answer = await endpoint(request, {
        viewer: null,
        get csrfToken() {
          created ??= known ?? Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url')
          return created
        },
      })
      return created === null || created === known
        ? answer
        : withHeaders(answer, cookies.write('form', created, FORM_TOKEN_SECONDS))
    },
    signedIn: (endpoint) => async (request) => {
      const session = await sessionOf(request)
      if (session === null) return seeOther(signInPath(request))
      return kept(await endpoint(request, session.viewer), session.newToken)
    },
    formOf: (request, owner) => readOwnForm(request, owner, baseUrl),
  }
}

/** The cookie lives as long as an unused session. */
export const SESSION_SECONDS = SESSION_MS / 1_000
const FORM_TOKEN_SECONDS = DAY_MS / 1_000
const TOKEN_BYTES = 32

const withHeaders = (answer: HttpAnswer, headers: readonly string[]): HttpAnswer => ({
  ...answer,
  headers: [...answer.headers, ...headers],
})

/** Returns the sign-in address with the current page as target, except after a POST, which cannot be repeated. */
const signInPath = ({ method, location }: HttpRequest): string => {
  if (method === 'POST') return '/sign-in'
  const next = location.query === '' ? location.path : `${location.path}?${location.query}`
  return `/sign-in?next=${encodeURIComponent(next)}`
}
