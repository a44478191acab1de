/** Renders the list of the feedback board with search, filters and paging. */

import type { FeedbackQuery } from '../../../platform/feedback/feedback.ts'
import { type FeedbackSort, type ItemView, STATUS_NAMES } from '../../../platform/feedback/item.ts'
import { counted } from '../../../util/count-with-noun.ts'
import type { HttpAnswer } from '../../http/message.ts'
import { day } from '../../page/format-values.ts'
import { type Html, html } from '../../page/html.ts'
import { pageAnswer } from '../../page/page-layout.ts'
import type { Viewer } from '../../page/viewer.ts'
import { itemLink, itemTags, upvotes } from './feedback-parts.ts'

export const ITEMS_A_PAGE = 20
export const MAX_QUERY_LETTERS = 200

export const listPage = (
  viewer: Viewer | null,
  query: FeedbackQuery,
  { items, nextCursor }: { readonly items: readonly ItemView[]; readonly nextCursor: string | null },
): HttpAnswer =>
  pageAnswer({
    title: 'Feedback',
    viewer,
    // Search engines index the first page, but not searches.
    unlisted: listPath(query) !== '/feedback',
    body: html`<h1>Feedback</h1>
<p class="lead">Issues and feature requests. Upvote what matters to you.</p>
<p class="actions"><a class="button" href="/feedback/new">New item</a></p>
${filters(query)}
<h2 class="unseen">${query.cursor === null ? 'Items' : 'More items'}</h2>
${items.length === 0 ? noItems(query) : html`<ul class="rows">${items.map((item) => row(viewer, item, listPath(query)))}</ul>`}
${paging(query, nextCursor)}`,
  })

/** Returns the address of a list, with only the fields that differ from the default. */
export const listPath = ({ kind, status, text, sort, cursor }: FeedbackQuery): string => {
  const fields = { q: text, kind, status, sort: sort === 'top' ? null : sort, cursor }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== null) query.set(name, value)
  return query.size === 0 ? '/feedback' : `/feedback?${query}`
}

const noItems = ({ text, kind, status }: FeedbackQuery): Html => {
  if (text === null && kind === null && status === null)
    return html`<p class="empty">The board is empty. Post the first item.</p>`
  return html`<p class="empty">No items${text !== null && html` with <q><bdi>${text}</bdi></q>`}${(kind !== null || status !== null) && ' of this kind and status'}. <a href="/feedback">Show all items</a>, or <a href="/feedback/new${text !== null && `?title=${encodeURIComponent(text)}`}">post a new one</a>.</p>`
}

const SORT_NAMES: Readonly<Record<FeedbackSort, string>> = {
  top: 'most upvotes',
  new: 'newest',
  updated: 'recently updated',
}

const KIND_OPTIONS = { '': 'all', issue: 'issues', feature: 'feature requests' } as const
const STATUS_OPTIONS = { '': 'any', ...STATUS_NAMES }

const filters = ({
  text,
  kind,
  status,
  sort,
}: FeedbackQuery): Html => html`<form class="filters" action="/feedback" role="search">
<div class="question"><label class="unseen" for="q">Search the board</label>
<input id="q" name="q" type="search" value="${text ?? ''}" maxlength="${MAX_QUERY_LETTERS}" dir="auto" placeholder="Search the board"><button class="plain">Search</button></div>
${choice('kind', 'Kind', KIND_OPTIONS, kind)}
${choice('status', 'Status', STATUS_OPTIONS, status)}
${choice('sort', 'Order', SORT_NAMES, sort)}
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
${upvotes(viewer, item, { next: here, short: true })}
<div>
<h3>${itemLink(item)}</h3>
<p class="quiet">${itemTags(item)} ${day(item.createdAt)}${item.commentCount > 0 && html` · <span class="unbroken">${counted(item.commentCount, 'comment')}</span>`}</p>
</div>
</li>`

const paging = (query: FeedbackQuery, nextCursor: string | null): Html | null => {
  if (query.cursor === null && nextCursor === null) return null
  return html`<nav class="actions" aria-label="Pages">
${query.cursor !== null && html`<a class="button plain" href="${listPath({ ...query, cursor: null })}">First page</a>`}
${nextCursor !== null && html`<a class="button plain" rel="next" href="${listPath({ ...query, cursor: nextCursor })}">Next page</a>`}
</nav>`
}
