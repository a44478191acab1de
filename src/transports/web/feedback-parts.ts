/** Parts that the pages of the feedback board share. What people wrote is shown as text, each in its own direction. */
import {
  type FeedbackKind,
  type FeedbackStatus,
  type ItemSummary,
  type ItemView,
  STATUS_NAMES,
} from '../../platform/feedback/item.ts'
import { csrfField } from './form.ts'
import { type Html, html } from './html.ts'
import type { Viewer } from './viewer.ts'

const KIND_NAMES: Readonly<Record<FeedbackKind, string>> = { issue: 'Issue', feature: 'Wish' }

export const itemPath = (id: number): string => `/feedback/${id}`

export const itemTags = ({ kind, status }: { kind: FeedbackKind; status: FeedbackStatus }): Html =>
  html`<span class="tag">${KIND_NAMES[kind]}</span> <span class="tag status-${status}">${STATUS_NAMES[status]}</span>`

export const itemLink = ({ id, title }: Pick<ItemSummary, 'id' | 'title'>): Html =>
  html`<a href="${itemPath(id)}"><bdi>${title}</bdi></a>`

export const day = (at: string): Html =>
  html`<time datetime="${at}">${at.slice(0, 'YYYY-MM-DD'.length)}</time>`

/** Upvotes, and where somebody is signed in the button that gives one or takes it back. `next`: the page to come back to. */
export const upvotes = (
  viewer: Viewer | null,
  item: Pick<ItemView, 'id' | 'title' | 'upvotes' | 'upvoted'>,
  next: string,
): Html => {
  if (viewer === null)
    return html`<span class="tag"><span aria-hidden="true">▲ </span>${countText(item.upvotes)}</span>`
  const [decision, label] = item.upvoted ? ['remove', 'Upvoted'] : ['upvote', 'Upvote']
  const says = item.upvoted ? 'Take back your upvote of' : 'Upvote'
  return html`<form class="inline" method="post" action="${itemPath(item.id)}/upvote">
${csrfField(viewer)}
<input type="hidden" name="next" value="${next}">
<button class="${item.upvoted ? 'upvote' : 'upvote plain'}" name="decision" value="${decision}" aria-label="${says} “${item.title}”: ${countText(item.upvotes)}">▲ ${label} · ${item.upvotes}</button>
</form>`
}

const countText = (upvotes: number): string => `${upvotes} ${upvotes === 1 ? 'upvote' : 'upvotes'}`

export const MASKED_WARNING = html`<p class="warning" role="status">Something in your text looked like a key. It was masked before anybody could read it. If it was a key, revoke it all the same: it has travelled.</p>`

/** Faults of a form, above it. */
export const faultNote = (faults: readonly string[]): Html | null =>
  faults.length === 0
    ? null
    : html`<div class="bad" id="fault" role="alert">${faults.map((fault) => html`<p>${fault}</p>`)}</div>`

export const invalid = (faults: readonly string[]): Html | null =>
  faults.length === 0 ? null : html` aria-invalid="true" aria-describedby="fault"`
