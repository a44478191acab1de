/** The list of the feedback board: search, filters, and one page after the other. */
import type { ListQuery } from '../../platform/feedback/feedback.ts'
import { type FeedbackSort, type ItemView, STATUS_NAMES } from '../../platform/feedback/item.ts'
import type { HttpAnswer } from '../http/message.ts'
import { day, itemLink, itemTags, upvotes } from './feedback-parts.ts'
import { type Html, html } from './html.ts'
import { pageAnswer } from './page.ts'
import type { Viewer } from './viewer.ts'

export const ITEMS_A_PAGE = 20
export const MOST_QUERY_LETTERS = 200

export const listPage = (
  viewer: Viewer | null,
  query: ListQuery,
  { items, nextCursor }: { readonly items: readonly ItemView[]; readonly nextCursor: string | null },
): HttpAnswer =>
  pageAnswer({
    title: 'Feedback',
    viewer,
    // The first page is worth finding, a search is not.
    unlisted: listPath(query) !== '/feedback',
    body: html`<h1>Feedback</h1>
<p class="lead">What is wrong, and what you wish for. Upvote what you want too.</p>
<p class="actions"><a class="button" href="/feedback/new">Write something</a></p>
${filters(query)}
<h2 id="items">${query.cursor === null ? 'Items' : 'Further items'}</h2>
${items.length === 0 ? html`<p>Nothing is here that is as you ask.</p>` : html`<ul class="rows">${items.map((item) => row(viewer, item, listPath(query)))}</ul>`}
${paging(query, nextCursor)}`,
  })

/** The address of a list, with what differs from the plain one. */
export const listPath = ({ kind, status, text, sort, cursor }: ListQuery): string => {
  const fields = { q: text, kind, status, sort: sort === 'top' ? null : sort, cursor }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== null) query.set(name, value)
  return query.size === 0 ? '/feedback' : `/feedback?${query}`
}

const SORT_NAMES: Readonly<Record<FeedbackSort, string>> = {
  top: 'most upvotes',
  new: 'newest',
  updated: 'last changed',
}

const KIND_OPTIONS = { '': 'all', issue: 'issues', feature: 'wishes' } as const
const STATUS_OPTIONS = { '': 'any', ...STATUS_NAMES }

const filters = ({
  text,
  kind,
  status,
  sort,
}: ListQuery): Html => html`<form class="filters" action="/feedback" role="search">
<div class="whole"><label for="q">Search</label>
<input id="q" name="q" type="search" value="${text ?? ''}" maxlength="${MOST_QUERY_LETTERS}" dir="auto"></div>
${choice('kind', 'Kind', KIND_OPTIONS, kind)}
${choice('status', 'Status', STATUS_OPTIONS, status)}
${choice('sort', 'Order', SORT_NAMES, sort)}
<p class="actions"><button>Show</button></p>
</form>`

const choice = (
  name: string,
  label: string,
  options: Readonly<Record<string, string>>,
  chosen: string | null,
): Html => html`<div><label for="${name}">${label}</label>
<select id="${name}" name="${name}">${Object.entries(options).map(
  ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
)}</select></div>`

const row = (viewer: Viewer | null, item: ItemView, here: string): Html => html`<li class="item">
<div>
<h3>${itemLink(item)}</h3>
<p class="quiet">${itemTags(item)} ${day(item.createdAt)}${item.commentCount > 0 && html` · ${item.commentCount} ${item.commentCount === 1 ? 'comment' : 'comments'}`}</p>
</div>
${upvotes(viewer, item, here)}
</li>`

const paging = (query: ListQuery, nextCursor: string | null): Html | null => {
  if (query.cursor === null && nextCursor === null) return null
  return html`<nav class="actions" aria-label="Pages">
${query.cursor !== null && html`<a class="button plain" href="${listPath({ ...query, cursor: null })}">First page</a>`}
${nextCursor !== null && html`<a class="button plain" rel="next" href="${listPath({ ...query, cursor: nextCursor })}">Next page</a>`}
</nav>`
}
