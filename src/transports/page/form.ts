/** Forms: CSRF protection, fields, and redirects after a submission. */
import { type Problem, problem } from '../../op/problem/problem.ts'
import type { ActionOrigin } from '../../platform/audit/event.ts'
import { sameSecret } from '../../util/same-secret.ts'
import { NOT_KEPT } from '../http/cache-control.ts'
import type { HttpAnswer, HttpRequest } from '../http/message.ts'
import { type Html, html } from './html.ts'

/** The person to whom a form is shown; the form contains their token. */
export interface FormOwner {
  readonly csrfToken: string
}

const TOKEN_FIELD = 'csrf_token'

/** Required in every form with method POST. */
export const csrfField = ({ csrfToken }: FormOwner): Html =>
  html`<input type="hidden" name="${TOKEN_FIELD}" value="${csrfToken}">`

/**
 * Reads a form that one of our pages showed to its owner. Forms of other sites are rejected by the origin that the browser reports, and
 * because they cannot know the token.
 */
export const readOwnForm = async (
  request: HttpRequest,
  owner: FormOwner,
  baseUrl: string,
): Promise<URLSearchParams> => {
  if (!isOwnOrigin(request, baseUrl)) throw notOurs()
  const fields = await request.form()
  if (!sameSecret(fields.get(TOKEN_FIELD) ?? '', owner.csrfToken)) throw notOurs()
  return fields
}

/** Redirects after a form, so that reloading the page does not submit it again. */
export const seeOther = (location: string, headers: readonly string[] = []): HttpAnswer => ({
  status: 303,
  body: null,
  headers: ['Location', location, ...NOT_KEPT, ...headers],
  sameOrigin: true,
})

/** Returns the origin of a form, for the audit trail. */
export const originOf = ({ origin }: HttpRequest): ActionOrigin => ({ way: 'page', address: origin.address })

/** Returns the text of a field; null if empty. Browsers send line breaks as CRLF. */
export const formText = (fields: URLSearchParams, name: string, maxLength: number): string | null => {
  const text = (fields.get(name) ?? '').replaceAll('\r\n', '\n').trim()
  if (text.length > maxLength) {
    const message = `${name} has ${text.length} characters; the limit is ${maxLength}.`
    throw problem('invalid_input', { issues: [{ path: name, message, code: 'too_long' }] })
  }
  return text === '' ? null : text
}

const notOurs = (): Problem => problem('stale_form', {})

/**
 * Browsers send Sec-Fetch-Site over TLS; over plain HTTP the Origin header is checked instead. A service may be reached
 * under a name other than its base URL, so the requested host also counts as ours. Other programs send neither header, and
 * have no cookies to abuse.
 */
export const isOwnOrigin = (request: HttpRequest, baseUrl: string): boolean => {
  const site = request.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = request.header('origin')
  if (origin === undefined) return true
  return origin === new URL(baseUrl).origin || URL.parse(origin)?.host === request.header('host')
}
