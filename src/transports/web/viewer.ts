/** Who looks at a page, and ways to make an endpoint that knows. */
import type { Random } from '../../util/random.ts'
import type { HttpAnswer, HttpRequest, HttpRoute } from '../http/message.ts'
import type { Cookies } from './cookies.ts'
import { type FormOwner, readOwnForm, seeOther } from './form.ts'

/** Somebody who is signed in. */
export interface Viewer extends FormOwner {
  readonly accountId: string
  readonly email: string
  readonly sessionId: string
  /** Of this sign-in; forms that are shown carry it. */
  readonly csrfToken: string
}

/** Anybody. Forms of theirs carry a token as well: asking for it before sign-in sets the cookie that it is compared with. */
export interface Visitor extends FormOwner {
  readonly viewer: Viewer | null
}

export interface Visitors {
  /** An endpoint for everybody. */
  readonly forAnyone: (endpoint: PageEndpoint<Visitor>) => HttpRoute['endpoint']
  /** An endpoint for who is signed in; others are sent to sign in, and come back. */
  readonly signedIn: (endpoint: PageEndpoint<Viewer>) => HttpRoute['endpoint']
  /** The fields of a form that a page of ours showed to them; any other is refused. */
  readonly formOf: (request: HttpRequest, owner: FormOwner) => Promise<URLSearchParams>
}

export type PageEndpoint<V> = (request: HttpRequest, who: V) => Promise<HttpAnswer>

export interface VisitorsOptions {
  readonly baseUrl: string
  readonly cookies: Cookies
  readonly random: Random
  /** Whose session has the token; null when it has ended. A session may go on under another token. */
  readonly viewerOf: (token: string) => Promise<{ viewer: Viewer; newToken: string | null } | null>
}

export const createVisitors = ({ baseUrl, cookies, random, viewerOf }: VisitorsOptions): Visitors => {
  const sessionOf = async (request: HttpRequest) => {
    const token = cookies.read(request, 'session')
    return token === null ? null : viewerOf(token)
  }

  const kept = (answer: HttpAnswer, newToken: string | null): HttpAnswer =>
    // An endpoint that signs in or out says itself what becomes of the session.
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
      const guest = new Guest(cookies.read(request, 'form'), random)
      const answer = await endpoint(request, guest)
      return guest.newToken === null
        ? answer
        : withHeaders(answer, cookies.write('form', guest.newToken, FORM_SECONDS))
    },
    signedIn: (endpoint) => async (request) => {
      const session = await sessionOf(request)
      if (session === null) return seeOther(signInPath(request))
      return kept(await endpoint(request, session.viewer), session.newToken)
    },
    formOf: (request, owner) => readOwnForm(request, owner, baseUrl),
  }
}

/** Browsers keep the cookie as long as a session may lie unused. */
export const SESSION_SECONDS = 30 * 86_400
const FORM_SECONDS = 86_400
const TOKEN_BYTES = 32

/** Somebody who is not signed in. */
class Guest implements Visitor {
  readonly viewer = null
  /** Made here and not known to the browser yet. */
  newToken: string | null = null
  readonly #known: string | null
  readonly #random: Random

  constructor(known: string | null, random: Random) {
    this.#known = known
    this.#random = random
  }

  get csrfToken(): string {
    if (this.#known !== null) return this.#known
    this.newToken ??= Buffer.from(this.#random.bytes(TOKEN_BYTES)).toString('base64url')
    return this.newToken
  }
}

const withHeaders = (answer: HttpAnswer, headers: readonly string[]): HttpAnswer => ({
  ...answer,
  headers: [...answer.headers, ...headers],
})

/** A form cannot be sent again from the page for signing in. */
const signInPath = ({ method, location }: HttpRequest): string => {
  if (method === 'POST') return '/sign-in'
  const next = location.query === '' ? location.path : `${location.path}?${location.query}`
  return `/sign-in?next=${encodeURIComponent(next)}`
}
