/** A new key, and what is asked before one is revoked. */
import type { CreatedKey } from '../../platform/keys.ts'
import type { ApiKey } from '../../platform/ports.ts'
import { csrfField, type FormOwner } from './form.ts'
import { type Html, html } from './html.ts'

export const newKeyPage = ({ apiKey }: CreatedKey, baseUrl: string): Html => html`<h1>Your new key</h1>
<p class="warning" role="status">It is shown this once. Copy it now, to where you keep passwords.</p>
<p class="secret"><code aria-label="Your key">${apiKey}</code></p>
<p><a class="button" href="/account#keys">I have copied it</a></p>
<h2>Try it</h2>
<p>This call asks what the key may still spend:</p>
<pre class="command" tabindex="0"><code>curl -H 'Authorization: Bearer ${apiKey}' \
  '${baseUrl}/v1/account'</code></pre>
<p>The <a href="/docs/guide/caller">guide for callers</a> says which call to make next.</p>`

export const revokePage = (
  owner: FormOwner,
  { id, name, prefix }: ApiKey,
): Html => html`<h1>Revoke this key?</h1>
<p><strong><bdi>${name ?? 'Without a name'}</bdi></strong> <code>${prefix}…</code></p>
<p>Programs that use it are refused from now on. That cannot be undone; a new key can be made at any time.</p>
<form class="actions" method="post" action="/account/keys/${id}/revoke">
${csrfField(owner)}
<button class="danger">Revoke</button>
<a class="button plain" href="/account#keys">Keep it</a>
</form>`
