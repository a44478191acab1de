/** Pages of device sign-in. The name that a device gives itself is shown as unverified. */

import { network } from '../../../platform/customer-network.ts'
import type { DecisionAnswer, FoundSignIn } from '../../../platform/device-sign-in/device-sign-ins.ts'
import { KEY_LIMITS } from '../../../platform/key-limits.ts'
import type { HttpAnswer } from '../../http/message.ts'
import { csrfField } from '../../page/form.ts'
import { type Html, html } from '../../page/html.ts'
import { pageAnswer } from '../../page/page-layout.ts'
import type { Viewer } from '../../page/viewer.ts'
import { scopeList } from './scope-words.ts'

export type CodeFault = Exclude<DecisionAnswer, 'done'>

/** Asks for the code, with an error about the previous one. */
export const codePage = (viewer: Viewer, written: string, fault: CodeFault | null): HttpAnswer =>
  pageAnswer({
    status: fault === null ? 200 : STATUSES[fault],
    title: 'Sign in a device',
    viewer,
    unlisted: true,
    body: html`<h1>Sign in a device</h1>
<p class="lead">Your device or program shows a code of eight letters. Enter it here.</p>
${fault !== null && html`<p class="bad" id="fault" role="alert">${SENTENCES[fault]}</p>`}
<form action="/device">
<label for="code">Code</label>
<input class="code" id="code" name="code" value="${written.slice(0, SHOWN_LETTERS)}" placeholder="XXXX-XXXX" maxlength="${SHOWN_LETTERS}" required autofocus autocomplete="off" autocapitalize="characters" spellcheck="false"${fault !== null && html` aria-invalid="true" aria-describedby="fault"`}>
<p class="actions"><button>Continue</button></p>
</form>`,
  })

const SHOWN_LETTERS = 20

const STATUSES: Readonly<Record<CodeFault, number>> = {
  unknown: 404,
  expired: 410,
  already_decided: 409,
  too_many_keys: 409,
  too_many_attempts: 429,
}

const SENTENCES: Readonly<Record<CodeFault, string>> = {
  unknown: 'No device is waiting for this code. Check it against the code that your device shows.',
  expired: 'This code has expired. Start again on your device and enter the new code.',
  already_decided:
    'This code was already approved or denied. Start again on your device if that was a mistake.',
  too_many_keys: `Your account has ${KEY_LIMITS.maxActive} keys, which is the limit, and the device needs a new one. Revoke an unused key on your account page, then enter the code again.`,
  too_many_attempts: 'You have tried too many codes. Wait 15 minutes, then try again.',
}

export interface Now {
  readonly nowMs: number
  /** Address of the person. */
  readonly address: string
}

/** Shows the request of the device and asks for a decision. */
export const confirmPage = (viewer: Viewer, signIn: FoundSignIn, now: Now): HttpAnswer =>
  pageAnswer({
    title: 'Approve a device?',
    viewer,
    unlisted: true,
    body: html`<h1>Approve this device?</h1>
<p class="warning">Approve only if you started this yourself, just now, and your device shows the code <strong><code>${signIn.userCode}</code></strong>. If someone sent you this link or the code, deny it.</p>
<div class="card">
<dl>
<dt>Device</dt>
<dd>${deviceName(signIn)}</dd>
<dt>Requested</dt>
<dd><time datetime="${new Date(signIn.createdAtMs).toISOString()}">${sinceText(now.nowMs - signIn.createdAtMs)}</time>, ${devicePlace(signIn, now)}</dd>
<dt>It will get</dt>
<dd>${giftOf(viewer, signIn)} You can revoke it on your <a href="/account">account page</a> at any time.</dd>
</dl>
</div>
<form method="post" action="/device" class="actions">
${csrfField(viewer)}
<input type="hidden" name="code" value="${signIn.userCode}">
<button name="decision" value="approve">Approve</button>
<button name="decision" value="deny" class="danger">Deny</button>
</form>`,
  })

const giftOf = ({ email }: Viewer, { access }: FoundSignIn): Html =>
  access === null
    ? html`a key of the account <strong>${email}</strong>. The key can call every operation, spend your units, change your profile, post feedback as you, and create and revoke keys.`
    : html`access to the account <strong>${email}</strong>. It may:
${scopeList(access.scopes)}`

/** `bdi` keeps a right-to-left name from reordering the text around it. */
const deviceName = ({ clientName }: FoundSignIn): Html =>
  clientName === null
    ? html`Unnamed`
    : html`<q><bdi>${clientName}</bdi></q> <span class="quiet">This name is not verified.</span>`

const devicePlace = ({ address }: FoundSignIn, now: Now): Html => {
  if (address === null) return html`on the server itself`
  const here = network(address) === network(now.address)
  return html`from <code>${address}</code>, ${here ? 'your network' : html`<strong>not your current network</strong>`}`
}

const sinceText = (elapsedMs: number): string => {
  const minutes = Math.floor(elapsedMs / 60_000)
  if (minutes < 1) return 'less than a minute ago'
  return minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`
}

/** Confirms the decision. */
export const outcomePage = (viewer: Viewer, decision: 'approve' | 'deny'): HttpAnswer =>
  pageAnswer({ ...OUTCOME_PAGES[decision], viewer, unlisted: true })

const OUTCOME_PAGES: Readonly<Record<'approve' | 'deny', { readonly title: string; readonly body: Html }>> = {
  approve: {
    title: 'Approved',
    body: html`<h1>Approved</h1>
<p class="good" role="status">Your device will be signed in within a few seconds. You can close this page.</p>
<p>Your <a href="/account">account page</a> lists its key or the app, and you can revoke it there.</p>`,
  },
  deny: {
    title: 'Denied',
    body: html`<h1>Denied</h1>
<p class="note" role="status">The device gets no access. You can close this page.</p>`,
  },
}
