/** Phrase for the target of an app's redirect. */
import { isLoopbackRedirect } from '../oauth/redirect-uris.ts'
import { type Html, html } from './html.ts'

export const redirectPlace = (uri: string): Html => {
  if (isLoopbackRedirect(uri)) return html`an app on this computer`
  const { protocol, host } = new URL(uri)
  return protocol === 'https:'
    ? html`<strong>${host}</strong>`
    : html`the app that opens <code>${protocol}</code> links`
}
