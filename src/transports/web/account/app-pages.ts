/** Apps on the account page: what the person allowed them, and how to end it. */
import { clientHost } from '../../../platform/oauth/client-host.ts'
import type { Grant } from '../../../platform/oauth/ports.ts'
import { rfc3339 } from '../../../util/clock.ts'
import { day, lastUsed } from '../../page/format-values.ts'
import { type Html, html } from '../../page/html.ts'
import { scopeList } from '../sign-in/scope-words.ts'

export const appList = (grants: readonly Grant[]): Html => html`<h2 id="apps">Apps</h2>
${
  grants.length === 0
    ? html`<p class="empty">No app has access to your account. An app that wants access sends you to this service to ask for it.</p>`
    : html`<p>These apps have access to your account.</p>
<ul class="rows">${grants.map(appRow)}</ul>`
}`

const appRow = (grant: Grant): Html => html`<li>
<div><strong><bdi>${appName(grant)}</bdi></strong><br><span class="quiet">${appPlace(grant)}${grant.scopes.join(', ')} · allowed ${day(rfc3339(grant.createdAtMs))} · ${lastUsed(grant.usedAtMs === null ? null : rfc3339(grant.usedAtMs))}</span></div>
<a class="button danger" href="/account/apps/${grant.id}/revoke">Revoke<span class="unseen"> ${appName(grant)}</span></a>
</li>`

export const explainAppRevocation = (
  grant: Grant,
): Html => html`<p><strong><bdi>${appName(grant)}</bdi></strong> may:</p>
${scopeList(grant.scopes)}
<p>The app loses its access at once. To use it again, sign in from the app.</p>
${grant.scopes.includes('account') && html`<p class="warning">Keys that it created stay valid. Revoke those that you do not recognize under <a href="/account#keys">Keys</a>.</p>`}`

const appName = ({ clientName }: Grant): string => clientName ?? 'Unnamed'

/** Returns the host that publishes the app, if one does. */
const appPlace = ({ clientId }: Grant): string => {
  const host = clientHost(clientId)
  return host === null ? '' : `${host} · `
}
