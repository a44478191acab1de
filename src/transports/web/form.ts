/** Forms of pages: the token that proves where they come from, and where to go after they were taken. */
import { type Problem, problem } from '../../op/problem/problem.ts'
import { sameSecret } from '../../util/same-secret.ts'
import { NOT_KEPT } from '../http/answer.ts'
import type { HttpAnswer, HttpRequest } from '../http/message.ts'
import { type Html, html } from './html.ts'

/** Who is shown a form: forms of theirs carry the token. */
export interface FormOwner {
  readonly csrfToken: string
}

const TOKEN_FIELD = 'csrf_token'

/** Belongs into every form that is posted. */
export const csrfField = ({ csrfToken }: FormOwner): Html =>
  html`<input type="hidden" name="${TOKEN_FIELD}" value="${csrfToken}">`

/**
 * The fields of a posted form that a page of ours showed to its owner. A form that another site made is refused: by what the
 * browser says of its origin, and because that site cannot know the token.
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

/** After a form was taken, the browser gets a page: loading that again sends nothing twice. */
export const seeOther = (location: string, headers: readonly string[] = []): HttpAnswer => ({
  status: 303,
  body: null,
  headers: ['Location', location, ...NOT_KEPT, ...headers],
  sameOrigin: true,
})

const notOurs = (): Problem => problem('stale_form', {})

/**
 * Sec-Fetch-Site is the browser's own word; where it is not sent (over plain HTTP), Origin says whence. A service may be reached
 * under another name than it gives as its own, so the host that was asked counts as ours as well. Programs that are no browser
 * send neither, and have no cookies that others could abuse.
 */
const isOwnOrigin = (request: HttpRequest, baseUrl: string): boolean => {
  const site = request.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = request.header('origin')
  if (origin === undefined) return true
  return origin === new URL(baseUrl).origin || URL.parse(origin)?.host === request.header('host')
}
