/** The page that shows a new key, and what follows when one is revoked. */
import type { CreatedKey } from '../../../platform/keys.ts'
import type { ApiKey } from '../../../platform/ports.ts'
import { type Html, html } from '../../page/html.ts'
import { shownOnce } from '../../page/shown-once.ts'
import { credentialName } from './credential-parts.ts'

export const newKeyPage = (
  { apiKey, name }: CreatedKey,
  baseUrl: string,
): Html => html`<h1>Your new key${name !== null && html`: <bdi>${name}</bdi>`}</h1>
<p class="warning" role="status">This key is shown only once. Copy it now to your password manager.</p>
${shownOnce('Your key', apiKey)}
<p><a class="button plain" href="/account#keys">I have copied it</a></p>
<h2>Try it</h2>
<p>This call shows your remaining units:</p>
<pre class="command" tabindex="0"><code>curl -H 'Authorization: Bearer ${apiKey}' \
  '${baseUrl}/v1/account'</code></pre>
<p>The <a href="/docs/guide/caller">guide for callers</a> explains the next steps.</p>`

export const explainKeyRevocation = (key: ApiKey): Html => html`${credentialName(key)}
<p>The key stops working at once. This cannot be undone, but you can create a new key at any time.</p>`
