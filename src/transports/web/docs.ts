/**
 * The documentation: the guide, the reference of the operations, a page for each error, which is what `type` of a problem names.
 * Made from the same files that are read in the repository; programs get them as they are.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { problem } from '../../op/problem.ts'
import { memo } from '../../util/memo.ts'
import { textAnswer } from '../http/answer.ts'
import type { HttpRoute } from '../http/message.ts'
import { prefersHtml } from '../http/negotiate.ts'
import { type Html, html } from './html.ts'
import { type RenderedText, renderMarkdown } from './markdown.ts'
import { pageAnswer } from './page.ts'
import { pageRoute } from './page-route.ts'
import type { Visitors } from './viewer.ts'

const DOCS = new URL('../../../docs/', import.meta.url)

const ROOMS = { guide: 'Guide', reference: 'Reference', errors: 'Errors' } as const

/** What is served, `guide/caller` and the like: the names that there are, so that no address is ever a path to anything else. */
const NAMES: readonly string[] = Object.keys(ROOMS).flatMap((room) =>
  readdirSync(new URL(`${room}/`, DOCS))
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => `${room}/${file.slice(0, -'.md'.length)}`)
    .sort(),
)

const AN_HOUR = ['Cache-Control', 'public, max-age=3600', 'Vary', 'Accept, Accept-Encoding']

export const docsRoutes = (visitors: Visitors): readonly HttpRoute[] => [
  pageRoute(
    'GET',
    '/docs',
    visitors.forAnyone(async (_request, { viewer }) => pageAnswer({ title: 'Docs', viewer, body: contents })),
  ),
  ...Object.keys(ROOMS).map((room) => pageRoute('GET', `/docs/${room}/{name}`, docsPage(visitors, room))),
]

const docsPage = (visitors: Visitors, room: string): HttpRoute['endpoint'] => {
  const page = visitors.forAnyone(async ({ location }, { viewer }) => {
    const { title, body } = rendered(`${room}/${location.params.name}`)
    return pageAnswer({
      title,
      viewer,
      body: html`<nav class="quiet" aria-label="Docs"><a href="/docs">Docs</a> / ${ROOMS[room as keyof typeof ROOMS]}</nav>
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

/** Files link each other by their paths; what lies outside of these rooms has no page. */
const addressOf = (href: string, from: string): string | null => {
  if (/^(https?:\/\/|#)/.test(href)) return href
  const [path, anchor] = href.split('#')
  const target = posix.join(posix.dirname(from), path)
  const name = target.replace(/\.md$/, '')
  if (name.endsWith('README') || path.endsWith('/')) return '/docs'
  if (!NAMES.includes(name)) return null
  return `/docs/${name}${anchor === undefined ? '' : `#${anchor}`}`
}

const titleOf = (name: string): string => /^# (.+)$/m.exec(textOf(name))?.[1] ?? name

const contents: Html = html`<h1>Docs</h1>
<p class="lead">How to ask for boundaries, and what comes back.</p>
${Object.entries(ROOMS).map(
  ([room, title]) => html`<h2>${title}</h2>
<ul class="names">${NAMES.filter((name) => name.startsWith(`${room}/`)).map((name) => html`<li><a href="/docs/${name}">${titleOf(name)}</a></li>`)}</ul>`,
)}
<p>For programs: <a href="/v1">the catalog</a>, <a href="/openapi.json">OpenAPI</a>.</p>`
