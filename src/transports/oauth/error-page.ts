/** The page for an authorization request that cannot be answered to its client. */
import type { KoaContextWithOIDC } from 'oidc-provider'
import { EncodedBody } from '../../op/response/encoded-body.ts'
import { html } from '../web/html.ts'
import { pageAnswer } from '../web/page.ts'

export const errorPage = (ctx: KoaContextWithOIDC, error: string, description: string | undefined): void => {
  const { body, headers } = pageAnswer({
    title: 'This app cannot sign you in',
    viewer: 'unknown',
    unlisted: true,
    body: html`<h1>This app cannot sign you in</h1>
<p>The app sent you here with a request that this service does not accept. Start again in the app.</p>
<p class="quiet">For the author of the app: <code>${error}</code>${description !== undefined && html`, ${description}`}.</p>`,
  })
  for (let index = 0; index < headers.length; index += 2) ctx.set(headers[index], headers[index + 1])
  ctx.type = 'html'
  ctx.body = body instanceof EncodedBody ? Buffer.from(body.bytes) : ''
}
