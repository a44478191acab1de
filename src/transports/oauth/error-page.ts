/** The page for an authorization request that is rejected. */
import type { KoaContextWithOIDC } from 'oidc-provider'
import { EncodedBody } from '../../op/response/encoded-body.ts'
import { maskSecrets } from '../../util/mask-secrets.ts'
import { html } from '../page/html.ts'
import { pageAnswer } from '../page/page-layout.ts'
import { redirectPlace } from './redirect-in-words.ts'
import { isLoopbackRedirect } from './redirect-uris.ts'

export interface AuthorizationError {
  readonly error: string
  readonly description: string | undefined
  /** Address that returns the error to the client. */
  readonly back?: string
}

export const errorPage = (
  ctx: KoaContextWithOIDC,
  { error, description, back }: AuthorizationError,
): void => {
  const { body, headers } = pageAnswer({
    title: 'This app cannot sign you in',
    viewer: 'unknown',
    unlisted: true,
    body: html`<h1>This app cannot sign you in</h1>
<p>The app sent you here with a request that this service does not accept. Start again in the app.</p>
${back !== undefined && html`<p><a href="${back}">Go back to ${redirectPlace(back)}</a>, if you came from there.</p>`}
<p class="quiet">For the author of the app: <code>${error}</code>${description !== undefined && html`, ${maskSecrets(description).text}`}.</p>`,
  })
  for (let index = 0; index < headers.length; index += 2) ctx.set(headers[index], headers[index + 1])
  ctx.type = 'html'
  ctx.body = body instanceof EncodedBody ? Buffer.from(body.bytes) : ''
}

/**
 * Replaces a redirect that returns an error to a client before the person has seen a page, unless it stays on this machine.
 * Anybody can register a client, so links to this service could otherwise lead to any address (RFC 9700 §4.11.2).
 */
export const stopErrorRedirect = (ctx: KoaContextWithOIDC): void => {
  const back = ctx.response.get('Location')
  // The address of our own page has no host.
  const url = URL.parse(back)
  if (url === null || isLoopbackRedirect(back)) return
  const fields = new URLSearchParams(url.hash === '' ? url.search : url.hash.slice(1))
  const error = fields.get('error') ?? 'invalid_request'
  ctx.remove('Location')
  ctx.status = 400
  errorPage(ctx, { error, description: fields.get('error_description') ?? undefined, back })
}
