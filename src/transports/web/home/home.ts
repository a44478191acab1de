/** The home page for browsers: the map, or the introduction. Programs get a directory of the service in JSON. */
import { textAnswer } from '../../http/answer.ts'
import { NEGOTIATED_AN_HOUR } from '../../http/cache-control.ts'
import type { HttpRequest, HttpRoute } from '../../http/message.ts'
import { prefersHtml } from '../../http/negotiate.ts'
import { type Html, html } from '../../page/html.ts'
import { pageAnswer } from '../../page/page-layout.ts'
import { pageRoute } from '../../page/page-route.ts'
import type { Visitors } from '../../page/viewer.ts'
import { explorerBody, explorerScripts } from '../explorer/map-page.ts'
import type { ExplorerAssets } from '../explorer/map-page-assets.ts'
import { type HomePicture, PICTURED } from './home-picture.ts'
import { PICTURED_OUTLINE, tryIt } from './try-it.ts'

export interface HomeOptions {
  readonly baseUrl: string
  readonly homePicture: HomePicture
  readonly assets: ExplorerAssets
  readonly isOpen: boolean
}

export const homeRoute = (visitors: Visitors, options: HomeOptions): HttpRoute => {
  const { baseUrl, homePicture, isOpen } = options
  const page = visitors.forAnyone(async (_request, { viewer }) => {
    const seen = { baseUrl, isOpen, signedIn: viewer !== null, picture: await homePicture() }
    return pageAnswer({
      title: 'Metes',
      viewer,
      isOpen,
      body: explorerBody(introduction(seen), options),
      scripts: explorerScripts(options.assets),
    })
  })
  return pageRoute('GET', '/', async (request: HttpRequest) =>
    prefersHtml(request.header('accept') ?? '')
      ? page(request)
      : textAnswer(directory(baseUrl), 'application/json', NEGOTIATED_AN_HOUR),
  )
}

/** Pages for a person, then addresses for programs; one a line, because people read it after `curl`. */
const directory = (baseUrl: string): string => {
  const addresses = {
    name: 'Metes',
    map: `${baseUrl}/`,
    docs: `${baseUrl}/docs`,
    reference: `${baseUrl}/docs#reference`,
    errors: `${baseUrl}/docs#errors`,
    docs_as_text: `${baseUrl}/llms.txt`,
    catalog: `${baseUrl}/v1`,
    openapi: `${baseUrl}/openapi.json`,
    health: `${baseUrl}/healthz`,
  }
  return `${JSON.stringify(addresses, null, 2)}\n`
}

interface Seen {
  readonly baseUrl: string
  readonly isOpen: boolean
  readonly signedIn: boolean
  readonly picture: Html | null
}

const introduction = ({ baseUrl, isOpen, signedIn, picture }: Seen): Html => html`<section class="hero">
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
