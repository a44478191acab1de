/** The introduction on the home page: what the service is, two calls to try, and where to go on. */
import { type Html, html } from '../../page/html.ts'
import { PICTURED } from './home-picture.ts'
import { PICTURED_OUTLINE, tryIt } from './try-it.ts'

interface Seen {
  readonly baseUrl: string
  readonly isOpen: boolean
  readonly signedIn: boolean
  readonly picture: Html | null
}

export const introduction = ({
  baseUrl,
  isOpen,
  signedIn,
  picture,
}: Seen): Html => html`<section class="hero">
<div>
<h1>Boundaries of the world</h1>
<p class="lead">Polygons of countries, states, counties, cities and districts, by name, code or point. From OpenStreetMap, in GeoJSON and other formats.</p>
<p class="actions">${!isOpen && html`<a class="button" href="${signedIn ? '/account' : '/sign-in'}">${signedIn ? 'Your account' : 'Get a key'}</a> `}<a class="button plain" href="/docs">Read the docs</a></p>
</div>
${picture !== null && html`<figure class="map">${picture}<figcaption>${PICTURED.name}, drawn from <a href="${PICTURED_OUTLINE}">the answer to the second call below</a></figcaption></figure>`}
</section>
${tryIt({ baseUrl, isOpen })}<ul class="cards">
<li><h3><a href="/docs">Docs</a></h3><p>Guides, every operation with its fields and examples, and the meaning of each error.</p></li>
<li><h3><a href="/openapi.json">OpenAPI</a></h3><p>The whole API for your tools. Programs can also start at <a href="/v1">the catalog</a>.</p></li>
${
  !isOpen &&
  html`<li><h3><a href="/feedback">Feedback</a></h3><p>Report wrong borders, missing places and odd answers, and vote for new features.</p></li>
`
}</ul>`
