/** Feeds on the account page: addresses for map programs, how to create one, and how to end it. */
import type { Feed } from '../../../platform/feeds/ports.ts'
import { rfc3339 } from '../../../util/clock.ts'
import type { FormOwner } from '../../page/form.ts'
import { type Html, html } from '../../page/html.ts'
import { shownOnce } from '../../page/shown-once.ts'
import { credentialForm, credentialName, credentialRow } from './credential-parts.ts'

export const feedList = (owner: FormOwner, feeds: readonly Feed[]): Html => html`<h2 id="feeds">Feeds</h2>
<p>A feed is an address from which QGIS, GDAL and other map programs read boundaries, at the cost of your units. Anyone with the address can read features but do nothing else. <a href="/docs/guide/gis">QGIS and GDAL</a></p>
${feeds.length > 0 && html`<ul class="rows">${feeds.map(feedRow)}</ul>`}
${credentialForm(owner, 'feed', 'For example, the project or program that reads it.')}`

const feedRow = ({ createdAtMs, usedAtMs, ...feed }: Feed): Html =>
  credentialRow('feed', {
    ...feed,
    createdAt: rfc3339(createdAtMs),
    lastUsedAt: usedAtMs === null ? null : rfc3339(usedAtMs),
  })

export const newFeedPage = (token: string, baseUrl: string): Html => html`<h1>Your new feed</h1>
<p class="warning" role="status">This address is shown only once. Copy it now and keep it secret: anyone who has it can read boundaries at the cost of your units.</p>
${shownOnce('Address of your feed', `${baseUrl}/ogc/feeds/${token}`)}
<p><a class="button plain" href="/account#feeds">I have copied it</a></p>
<h2>Use it</h2>
<p>In QGIS: Layer, Add Layer, Add WFS / OGC API – Features Layer, New; paste the address as URL. In GDAL:</p>
<pre class="command" tabindex="0"><code>ogrinfo 'OAPIF:${baseUrl}/ogc/feeds/${token}'</code></pre>`

export const explainFeedRevocation = (feed: Feed): Html => html`${credentialName(feed)}
<p>Its address stops working at once. This cannot be undone, but you can create a new feed at any time.</p>`
