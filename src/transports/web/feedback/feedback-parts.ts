/** Parts shared by the feedback pages. User text is escaped and shown in its own direction. */
import {
  type FeedbackKind,
  type FeedbackStatus,
  type ItemSummary,
  type ItemView,
  STATUS_NAMES,
} from '../../../platform/feedback/item.ts'
import { csrfField } from '../../page/form.ts'
import { type Html, html } from '../../page/html.ts'
import type { Viewer } from '../../page/viewer.ts'

const KIND_NAMES: Readonly<Record<FeedbackKind, string>> = { issue: 'Issue', feature: 'Feature request' }

export const itemPath = (id: number): string => `/feedback/${id}`

export const itemTags = ({ kind, status }: { kind: FeedbackKind; status: FeedbackStatus }): Html =>
  html`<span class="tag">${KIND_NAMES[kind]}</span> <span class="tag status-${status}">${STATUS_NAMES[status]}</span>`

export const itemLink = ({ id, title }: Pick<ItemSummary, 'id' | 'title'>): Html =>
  html`<a href="${itemPath(id)}"><bdi>${title}</bdi></a>`

/** `next`: the page to return to. `short`: show only the arrow and the number, in lists. */
interface UpvoteLook {
  readonly next: string
  readonly short: boolean
}

/** Returns the button that adds or removes an upvote, or a sign-in link for visitors. */
export const upvotes = (
  viewer: Viewer | null,
  item: Pick<ItemView, 'id' | 'title' | 'upvotes' | 'upvoted'>,
  { next, short }: UpvoteLook,
): Html => {
  if (viewer === null)
    return html`<a class="button plain upvote" href="/sign-in?next=${encodeURIComponent(itemPath(item.id))}">${upvoteWords(item, 'Upvote', ' (sign in first)', short)}</a>`
  return html`<form class="inline" method="post" action="${itemPath(item.id)}/upvote">
${csrfField(viewer)}
<input type="hidden" name="next" value="${next}">
${
  item.upvoted
    ? html`<button class="upvote" name="decision" value="remove">${upvoteWords(item, 'Upvoted', ': remove upvote', short)}</button>`
    : html`<button class="plain upvote" name="decision" value="upvote">${upvoteWords(item, 'Upvote', '', short)}</button>`
}
</form>`
}

/** The accessible name contains the visible text, so that voice control finds the button. */
const upvoteWords = (
  { title, upvotes: number }: Pick<ItemView, 'title' | 'upvotes'>,
  word: string,
  explained: string,
  short: boolean,
): Html =>
  html`<span><span aria-hidden="true">▲ </span><span${short && html` class="unseen"`}>${word}</span><span class="unseen"> “${title}”${explained}; </span>${!short && html`<span aria-hidden="true"> · </span>`}${number}<span class="unseen"> ${number === 1 ? 'upvote' : 'upvotes'}</span></span>`

export const MASKED_WARNING = html`<p class="warning" role="status">Something in your text looked like a key and was masked before anyone could read it. If it was a key, revoke it anyway, because it was transmitted.</p>`
