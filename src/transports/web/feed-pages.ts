/** Feeds on the account page: addresses for map programs, how to create one, and how to end it. */
import type { Feed } from '../../platform/feeds/ports.ts'
import { rfc3339 } from '../../util/clock.ts'
import { csrfField, type FormOwner } from './form.ts'
import { day } from './format-values.ts'
import { type Html, html } from './html.ts'

export const feedList = (owner: FormOwner, feeds: readonly Feed[]): Html => html`<h2 id="feeds">Feeds</h2>
<p>A feed is an address that QGIS, GDAL and other map programs read boundaries from, on your units. Whoever has the address can read, and do nothing else. <a href="/docs/guide/gis">QGIS and GDAL</a></p>
${feeds.length > 0 && html`<ul class="rows">${feeds.map(feedRow)}</ul>`}
<form class="card" method="post" action="/account/feeds">
${csrfField(owner)}
<label for="feed-name">Name of a new feed</label>
<p class="hint" id="feed-hint">For example, the project or program that reads it.</p>
<input id="feed-name" name="name" maxlength="80" autocomplete="off" aria-describedby="feed-hint">
<button>Create feed</button>
</form>`

const feedRow = ({ id, name, prefix, createdAtMs, usedAtMs }: Feed): Html => html`<li>
<div><strong><bdi>${name ?? 'Without a name'}</bdi></strong><br><span class="quiet"><code>${prefix}…</code> · created ${day(rfc3339(createdAtMs))} · ${usedAtMs === null ? 'never used' : html`last used ${day(rfc3339(usedAtMs))}`}</span></div>
<a class="button danger" href="/account/feeds/${id}/revoke">Revoke<span class="unseen"> ${name ?? prefix}</span></a>
</li>`

export const newFeedPage = (token: string, baseUrl: string): Html => html`<h1>Your new feed</h1>
<p class="warning" role="status">This address is shown only once, and everybody who has it reads boundaries on your units. Copy it now.</p>
<p class="secret"><code aria-label="Address of your feed">${baseUrl}/ogc/feeds/${token}</code></p>
<p><a class="button" href="/account#feeds">I have copied it</a></p>
<h2>Use it</h2>
<p>In QGIS: Layer, Add Layer, Add WFS / OGC API – Features Layer, New; paste the address as URL. In GDAL:</p>
<pre class="command" tabindex="0"><code>ogrinfo 'OAPIF:${baseUrl}/ogc/feeds/${token}'</code></pre>`

export const revokeFeedPage = (
  owner: FormOwner,
  { id, name, prefix }: Feed,
): Html => html`<h1>Revoke this feed?</h1>
<p><strong><bdi>${name ?? 'Without a name'}</bdi></strong> <code>${prefix}…</code></p>
<p>Its address ends at once. This cannot be undone, but you can create a new feed at any time.</p>
<form class="actions" method="post" action="/account/feeds/${id}/revoke">
${csrfField(owner)}
<button class="danger">Revoke</button>
<a class="button plain" href="/account#feeds">Keep it</a>
</form>`
