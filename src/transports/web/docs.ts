/**
 * Serves the documentation: guides, the reference of operations, and a page per error code, which the `type` of problems links to. Browsers
 * get HTML rendered from the Markdown files of the repository, programs the Markdown itself.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { problem } from '../../op/problem/problem.ts'
import { memo } from '../../util/memo.ts'
import { textAnswer } from '../http/answer.ts'
import type { HttpRoute } from '../http/message.ts'
import { prefersHtml } from '../http/negotiate.ts'
import { type Html, html } from './html.ts'
import { type RenderedText, renderMarkdown, summaryOf, titleOf } from './markdown.ts'
import { pageAnswer } from './page.ts'
import { pageRoute, pageRoutes } from './page-route.ts'
import type { Visitors } from './viewer.ts'

const DOCS = new URL('../../../docs/', import.meta.url)

const ROOMS = { guide: 'Guides', reference: 'Reference', errors: 'Errors' } as const

/** The existing pages, such as `guide/caller`. Only these are served, so that no address can reach other files. */
const NAMES: readonly string[] = Object.keys(ROOMS).flatMap((room) =>
  readdirSync(new URL(`${room}/`, DOCS))
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => `${room}/${file.slice(0, -'.md'.length)}`)
    .sort(),
)

const AN_HOUR = ['Cache-Control', 'public, max-age=3600', 'Vary', 'Accept, Accept-Encoding']

export const docsRoutes = (visitors: Visitors): readonly HttpRoute[] => [
  ...pageRoutes(visitors.forAnyone, [
    ['GET', '/docs', async (_request, { viewer }) => pageAnswer({ title: 'Docs', viewer, body: contents })],
  ]),
  ...Object.keys(ROOMS).map((room) => pageRoute('GET', `/docs/${room}/{name}`, docsPage(visitors, room))),
]

const docsPage = (visitors: Visitors, room: string): HttpRoute['endpoint'] => {
  const page = visitors.forAnyone(async ({ location }, { viewer }) => {
    const { title, body } = rendered(`${room}/${location.params.name}`)
    return pageAnswer({
      title,
      viewer,
      body: html`<nav class="quiet" aria-label="Docs"><a href="/docs">Docs</a> / <a href="/docs#${room}">${ROOMS[room as keyof typeof ROOMS]}</a></nav>
${body}`,
    })
  })
  return async (request) => {
    const { method, location } = request
    const name = `${room}/${location.params.name}`
    if (!NAMES.includes(name)) throw problem('unknown_route', { method, path: location.path })
    return prefersHtml(request.header('accept') ?? '')
      ? page(request)
      : textAnswer(textOf(name), 'text/plain', AN_HOUR)
  }
}

const textOf = (name: string): string => readFileSync(new URL(`${name}.md`, DOCS), 'utf8')

const rendered: (name: string) => RenderedText = memo((name) =>
  renderMarkdown(textOf(name), (href) => addressOf(href, name)),
)

/** Converts links between files to page addresses; null for files outside these folders. */
const addressOf = (href: string, from: string): string | null => {
  if (/^(https?:\/\/|#)/.test(href)) return href
  const [path, anchor] = href.split('#')
  const target = posix.join(posix.dirname(from), path)
  const name = target.replace(/\.md$/, '')
  if (name.endsWith('README') || path.endsWith('/')) return '/docs'
  if (!NAMES.includes(name)) return null
  return `/docs/${name}${anchor === undefined ? '' : `#${anchor}`}`
}

/** Sorted as in the reference's table of contents, others by name. */
const namesOf = (room: string): readonly string[] => {
  const listed = Array.from(
    TABLE_OF_REFERENCE.matchAll(/\]\((\w+)\.md\)/g),
    ([, name]) => `reference/${name}`,
  )
  const rank = (name: string): number => listed.indexOf(name)
  return NAMES.filter((name) => name.startsWith(`${room}/`)).toSorted((a, b) => rank(a) - rank(b))
}

const TABLE_OF_REFERENCE = textOf('reference/README')

const entry = (name: string): Html => {
  const text = textOf(name)
  // Error pages have no summary: there are many, and their names say enough.
  const summary = name.startsWith('errors/') ? '' : summaryOf(text)
  return html`<li><a href="/docs/${name}">${titleOf(text)}</a>${summary !== '' && html`<br><span class="quiet">${summary}</span>`}</li>`
}

const contents: Html = html`<h1>Docs</h1>
<p class="lead">How to request boundaries and use the answers. Start with the <a href="/docs/guide/caller">guide for callers</a>.</p>
${Object.entries(ROOMS).map(
  ([room, title]) => html`<h2 id="${room}">${title}</h2>
<ul class="names">${namesOf(room).map(entry)}</ul>`,
)}
<p>For programs: <a href="/v1">the catalog</a>, <a href="/openapi.json">OpenAPI</a>.</p>`
