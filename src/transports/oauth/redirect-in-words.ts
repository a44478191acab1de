/** Where a redirect of an app leads, in words. */

import { type Html, html } from '../page/html.ts'
import { isLoopbackRedirect } from './redirect-uris.ts'

export const redirectPlace = (uri: string): Html => {
  if (isLoopbackRedirect(uri)) return html`an app on this computer`
  const { protocol, host } = new URL(uri)
  return protocol === 'https:'
    ? html`<strong>${host}</strong>`
    : html`the app that opens <code>${protocol}</code> links`
}
