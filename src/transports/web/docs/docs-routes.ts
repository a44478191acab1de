/**
 * Serves the documentation: guides, the reference of operations, and a page for each error code, to which the `type` of
 * problems links. Browsers get pages and programs get Markdown, from the same files as in the repository; addresses that end
 * in `.md` always give Markdown. All show the address of this service.
 */
import { posix } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { problem } from '../../../op/problem/problem.ts'
import { memo } from '../../../util/memo.ts'
import { once } from '../../../util/once.ts'
import { jsonAnswer, textAnswer } from '../../http/answer.ts'
import { NEGOTIATED_AN_HOUR, REVALIDATED } from '../../http/cache-control.ts'
import type { HttpRequest, HttpRoute } from '../../http/message.ts'
import { prefersHtml } from '../../http/negotiate.ts'
import { type Html, html } from '../../page/html.ts'
import { pageAnswer } from '../../page/page-layout.ts'
import { pageRoute } from '../../page/page-route.ts'
import type { PageEndpoint, Visitor, Visitors } from '../../page/viewer.ts'
import { tryIt } from '../home/try-it.ts'
import { DOCS_SCRIPTS } from './docs-assets.ts'
import { docsLayout } from './docs-layout.ts'
import {
  docsText,
  GROUPS,
  GUIDE_GROUPS,
  NAMES,
  namesIn,
  OPERATIONS,
  ROOMS,
  servedText,
  TABLES,
} from './docs-pages.ts'
import { llmsText } from './llms.ts'
import { docsSummary, docsTitle, type RenderedText, renderMarkdown } from './markdown.ts'
import { indexedPage } from './search-index.ts'

interface DocsOptions {
  readonly baseUrl: string
  readonly isOpen: boolean
}

export const docsRoutes = (visitors: Visitors, { baseUrl, isOpen }: DocsOptions): readonly HttpRoute[] => {
  const start = once(() => contents(tryIt({ baseUrl, isOpen })))
  const rendered: (name: string) => RenderedText = memo((name) =>
    renderMarkdown(servedText(name, baseUrl), (href) => docsAddress(href, name), {
      operationAddress: (word) => operationAddress(word, name),
      showsAnswers: !name.startsWith('guide/'),
    }),
  )
  const searchIndex = once(async () => {
    const pages = []
    for (const name of NAMES) {
      pages.push(indexedPage(`/docs/${name}`, rendered(name)))
      // Other calls go on between the pages.
      await setImmediate()
    }
    return jsonAnswer(pages, REVALIDATED)
  })
  const docsPage = (title: string, viewer: Visitor['viewer'], path: string, body: Html) =>
    pageAnswer({ title, viewer, isOpen, scripts: DOCS_SCRIPTS, body: docsLayout(sections(), path, body) })
  const overview: PageEndpoint<Visitor> = async (_request, { viewer }) =>
    docsPage('Docs', viewer, '/docs', start())
  return [
    pageRoute('GET', '/docs', visitors.forAnyone(overview)),
    ...Object.keys(ROOMS).map((room) => {
      const page = visitors.forAnyone(async ({ location }, { viewer }) => {
        const name = `${room}/${location.params.name}`
        const { title, body } = rendered(name)
        return docsPage(title, viewer, `/docs/${name}`, body)
      })
      return pageRoute('GET', `/docs/${room}/{name}`, async (request) => {
        const name = nameIn(room, request)
        return prefersHtml(request.header('accept') ?? '')
          ? page(request)
          : textAnswer(servedText(name, baseUrl), 'text/plain', NEGOTIATED_AN_HOUR)
      })
    }),
    ...Object.keys(ROOMS).map(
      (room): HttpRoute => ({
        method: 'GET',
        path: `/docs/${room}/{name}.md`,
        endpoint: async (request) => {
          const name = nameIn(room, request)
          const text = withServedLinks(servedText(name, baseUrl), name)
          return textAnswer(text, 'text/markdown', NEGOTIATED_AN_HOUR)
        },
      }),
    ),
    { method: 'GET', path: '/docs/search.json', endpoint: searchIndex },
    {
      method: 'GET',
      path: '/llms.txt',
      endpoint: async () => textAnswer(llmsText(baseUrl), 'text/plain', NEGOTIATED_AN_HOUR),
    },
  ]
}

/** @throws Problem `unknown_route` */
const nameIn = (room: string, { method, location: { params, path } }: HttpRequest): string => {
  const name = `${room}/${params.name}`
  if (!NAMES.includes(name)) throw problem('unknown_route', { method, path })
  return name
}

/** Links to files that are not served lead to the contents, or become text; other links stay. */
const withServedLinks = (text: string, from: string): string =>
  text.replace(/\[([^\]\n]*)\]\(([^)\s]+)\)/g, (link, words: string, href: string) => {
    const address = docsAddress(href, from)
    if (address === null) return words
    return address === '/docs' ? `[${words}](/docs)` : link
  })

/** Converts links between files to page addresses; null for files outside these folders. */
const docsAddress = (href: string, from: string): string | null => {
  if (/^(https?:\/\/|#)/.test(href)) return href
  const [path, anchor] = href.split('#')
  const target = posix.join(posix.dirname(from), path)
  const name = target.replace(/\.md$/, '')
  if (name.endsWith('README') || path.endsWith('/')) return '/docs'
  if (!NAMES.includes(name)) return null
  return `/docs/${name}${anchor === undefined ? '' : `#${anchor}`}`
}

/** Null for words that name no operation, and on its own page. */
const operationAddress = (word: string, from: string): string | null => {
  const name = `reference/${word}`
  return name !== from && OPERATIONS.includes(name) ? `/docs/${name}` : null
}

/** Its address stays when the docs change. */

const link = (name: string) => ({ href: `/docs/${name}`, title: docsTitle(docsText(name)) })

/** Reads every page, so not at a start. */
const sections = once(() => [
  { title: ROOMS.guide, groups: GUIDE_GROUPS.map(([title, names]) => ({ title, links: names.map(link) })) },
  {
    title: ROOMS.reference,
    groups: [
      ...GROUPS.map(([title, names]) => ({ title, links: names.map(link) })),
      { title: 'Tables', links: TABLES.map(link) },
    ],
  },
  { title: ROOMS.errors, groups: [{ title: null, links: namesIn('errors').map(link) }] },
])

const entry = (name: string): Html => {
  const { href, title } = link(name)
  // The names of errors are clear without a summary.
  const summary = name.startsWith('errors/') ? '' : docsSummary(docsText(name))
  return html`<li><a href="${href}">${title}</a>${summary !== '' && html`<br><span class="quiet">${summary}</span>`}</li>`
}

const linkList = (names: readonly string[]): Html => html`<ul class="names">${names.map(entry)}</ul>`

const titledList = ([title, names]: readonly [string, readonly string[]]): Html => html`<h3>${title}</h3>
${linkList(names)}`

const contents = (introduction: Html): Html => html`<h1>Docs</h1>
<p class="lead">Find boundaries, draw areas and run the service. Begin with the <a href="/docs/guide/start">first five minutes</a>, or find <a href="/docs/guide/which-operation">the operation that you need</a>.</p>
${introduction}
<h2 id="guide">${ROOMS.guide}</h2>
${GUIDE_GROUPS.map(titledList)}
<h2 id="reference">${ROOMS.reference}</h2>
${GROUPS.map(titledList)}
<h3>Tables</h3>
${linkList(TABLES)}
<h2 id="errors">${ROOMS.errors}</h2>
${linkList(namesIn('errors'))}
<p>For programs: <a href="/v1">the catalog</a>, <a href="/openapi.json">OpenAPI</a>, <a href="/llms.txt">llms.txt</a>.</p>`
