/** Renders the account page. */

import type { AccountView } from '../../../platform/accounts.ts'
import { PROFILE_LENGTHS } from '../../../platform/accounts.ts'
import type { Feed } from '../../../platform/feeds/ports.ts'
import type { EmailPreferences } from '../../../platform/mail/ports.ts'
import type { Grant } from '../../../platform/oauth/ports.ts'
import type { ApiKey } from '../../../platform/ports.ts'
import type { Session } from '../../../platform/sign-in/ports.ts'
import type { UsageDay } from '../../../platform/usage.ts'
import { rfc3339 } from '../../../util/clock.ts'
import { counted } from '../../../util/count-with-noun.ts'
import { csrfField } from '../../page/form.ts'
import { day } from '../../page/format-values.ts'
import { type Html, html } from '../../page/html.ts'
import type { Viewer } from '../../page/viewer.ts'
import { appList } from './app-pages.ts'
import { browserName } from './browser-name.ts'
import { credentialForm, credentialRow } from './credential-parts.ts'
import { feedList } from './feed-pages.ts'
import { usageChart } from './usage-chart.ts'

export interface AccountPageContent {
  readonly viewer: Viewer
  readonly account: AccountView
  readonly days: readonly UsageDay[]
  readonly keys: readonly ApiKey[]
  readonly grants: readonly Grant[]
  readonly feeds: readonly Feed[]
  readonly preferences: EmailPreferences
  readonly sessions: readonly Session[]
  /** Confirmation of the preceding action. */
  readonly done: string | null
}

export const accountPage = (parts: AccountPageContent): Html => html`<h1>Your account</h1>
<p class="quiet">${parts.account.email}</p>
${SECTIONS}
${parts.done !== null && html`<p class="good" role="status">${parts.done}</p>`}
${plan(parts)}
${keys(parts)}
${appList(parts.grants)}
${feedList(parts.viewer, parts.feeds)}
${profile(parts)}
${mails(parts)}
${sessions(parts)}`

/** Links to the sections, because the page is long on a phone. */
const SECTIONS = html`<nav class="sections" aria-label="On this page"><a href="#usage">Usage</a> <a href="#keys">Keys</a> <a href="#apps">Apps</a> <a href="#feeds">Feeds</a> <a href="#profile">Profile</a> <a href="#mails">Emails</a> <a href="#sessions">Browsers</a></nav>`

const plan = ({ account, days }: AccountPageContent): Html => {
  const { used, allowance, resetsAt } = account.units
  return html`<h2 id="usage">Plan and usage</h2>
<div class="card">
<p><strong>Plan ${account.plan}</strong> <span class="quiet">${account.callsPerMinute === null ? 'no rate limit' : `${counted(account.callsPerMinute, 'call')} per minute`}</span></p>
${
  allowance === null
    ? html`<p>${counted(used, 'unit')} used this month, no limit.</p>`
    : html`<p id="units-words">${used.toLocaleString('en')} of ${counted(allowance, 'unit')} used this month. The count resets on ${day(resetsAt)}.</p>
<progress max="${allowance}" value="${Math.min(used, allowance)}" aria-labelledby="units-words"></progress>`
}
</div>
${usageChart(days)}`
}

const keys = ({ viewer, keys: all }: AccountPageContent): Html => {
  const good = all.filter(({ revokedAt }) => revokedAt === null)
  return html`<h2 id="keys">Keys</h2>
${
  good.length === 0
    ? html`<p class="empty">You have no keys yet. Programs send a key with each call. Create your first key here.</p>`
    : html`<p>Programs send a key with each call. Give each program its own key, so that you can revoke one without the others.</p>
<ul class="rows">${good.map((key) => credentialRow('key', key))}</ul>`
}
${credentialForm(viewer, 'key', 'For example, the machine or program that uses it.')}`
}

const profile = ({
  viewer,
  account: { profile: said },
}: AccountPageContent): Html => html`<h2 id="profile">Profile</h2>
<form class="card" method="post" action="/account/profile">
${csrfField(viewer)}
<label for="name">Name</label>
<input id="name" name="name" maxlength="${PROFILE_LENGTHS.name}" autocomplete="name" value="${said.name ?? ''}">
<label for="company">Company</label>
<input id="company" name="company" maxlength="${PROFILE_LENGTHS.company}" autocomplete="organization" value="${said.company ?? ''}">
<label for="use-case">What you use boundaries for</label>
<textarea id="use-case" name="use_case" dir="auto" maxlength="${PROFILE_LENGTHS.useCase}">${said.useCase ?? ''}</textarea>
<button>Save</button>
</form>`

const KIND_WORDS = {
  product_updates: 'Product updates',
  usage_alerts: 'Alerts when 80 % and 100 % of the units are used',
  feedback_updates: 'Updates on feedback that you posted or upvoted',
} as const

const mails = ({
  viewer,
  preferences: { subscribed, kinds },
}: AccountPageContent): Html => html`<h2 id="mails">Emails</h2>
<form class="card" method="post" action="/account/mails">
${csrfField(viewer)}
<fieldset>
<legend>Send me</legend>
${Object.entries(KIND_WORDS).map(
  ([kind, words]) =>
    html`<label class="check"><input type="checkbox" name="${kind}" value="yes"${subscribed && kinds[kind as keyof typeof KIND_WORDS] && html` checked`}> ${words}</label>`,
)}
</fieldset>
<p class="quiet">Sign-in and security emails are always sent.</p>
<button>Save</button>
</form>`

const sessions = ({ viewer, sessions: all }: AccountPageContent): Html => html`<h2 id="sessions">Browsers</h2>
<p>You are signed in with these browsers. If you do not recognize one, sign out everywhere and check your keys.</p>
<ul class="rows">${all.map(
  ({ id, userAgent, createdAtMs, usedAtMs }) => html`<li>
<div><strong>${browserName(userAgent)}</strong>${id === viewer.sessionId && html` <span class="tag">this one</span>`}<br><span class="quiet">since ${day(rfc3339(createdAtMs))} · last used ${day(rfc3339(usedAtMs))}</span></div>
</li>`,
)}</ul>
<form class="actions" method="post" action="/sign-out">
${csrfField(viewer)}
<button class="plain">Sign out</button>
<button class="danger" name="everywhere" value="yes">Sign out everywhere</button>
</form>`
