/** Pages that ask whether an app may use the account. */
import type { HttpAnswer } from '../../http/message.ts'
import type { Authorization } from '../../oauth/authorizations.ts'
import { redirectPlace } from '../../oauth/redirect-in-words.ts'
import { csrfField } from '../../page/form.ts'
import { type Html, html } from '../../page/html.ts'
import { pageAnswer } from '../../page/page-layout.ts'
import type { Viewer } from '../../page/viewer.ts'
import { scopeList } from './scope-words.ts'

/** @param action path of the form */
export const consentPage = (viewer: Viewer, asked: Authorization, action: string): HttpAnswer =>
  pageAnswer({
    title: 'Allow an app?',
    viewer,
    unlisted: true,
    formTarget: redirectHost(asked.redirectUri),
    body: html`<h1>Allow this app?</h1>
<p class="warning">Allow it only if you started this yourself, just now, in an app that you trust.</p>
<div class="card">
<dl>
<dt>App</dt>
<dd>${askingApp(asked)}</dd>
<dt>You return to</dt>
<dd>${redirectPlace(asked.redirectUri)}</dd>
<dt>It will act for</dt>
<dd>the account <strong>${viewer.email}</strong>. It may:
${scopeList(asked.scopes)}
You can revoke this on your <a href="/account#apps">account page</a> at any time.</dd>
</dl>
</div>
<form method="post" action="${action}" class="actions">
${csrfField(viewer)}
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny" class="danger">Deny</button>
</form>`,
  })

export const consentIsOver = (viewer: Viewer): HttpAnswer =>
  pageAnswer({
    status: 410,
    title: 'This request has expired',
    viewer,
    unlisted: true,
    body: html`<h1>This request has expired</h1>
<p>It is too old, or it was made in another browser. Start again in the app.</p>`,
  })

/** `bdi` keeps a right-to-left name from reordering the text around it. */
const askingApp = ({ clientName, clientHost }: Authorization): Html => {
  const name = clientName === null ? html`Unnamed` : html`<q><bdi>${clientName}</bdi></q>`
  return clientHost === null
    ? html`${name} <span class="quiet">This name is not verified.</span>`
    : html`${name}, published at <strong>${clientHost}</strong>`
}

/** Browsers also apply `form-action` to the redirects after a form; an IPv6 host cannot be written there (CSP 3 §2.3.1). */
const redirectHost = (redirectUri: string): string => {
  const { protocol, hostname, origin } = new URL(redirectUri)
  return /^https?:$/.test(protocol) && !hostname.startsWith('[') ? origin : protocol
}
