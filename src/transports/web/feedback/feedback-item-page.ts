/** Renders an item of the feedback board with its comments. */
import { type CommentView, type ItemView, MAX_COMMENT_LETTERS } from '../../../platform/feedback/item.ts'
import type { HttpAnswer } from '../../http/message.ts'
import { csrfField } from '../../page/form.ts'
import { day } from '../../page/format-values.ts'
import { type Html, html } from '../../page/html.ts'
import { pageAnswer } from '../../page/page-layout.ts'
import type { Viewer } from '../../page/viewer.ts'
import { itemPath, itemTags, MASKED_WARNING, upvotes } from './feedback-parts.ts'
import { described, type FormFault, faultSummary, fieldFaults } from './form-faults.ts'

export interface ItemPageState {
  readonly status: number
  /** True if something in the submitted text was masked. */
  readonly masked: boolean
  /** Text of a rejected comment; `faults` has the reasons. */
  readonly written: string
  readonly faults: readonly FormFault[]
}

export const FRESH: ItemPageState = { status: 200, masked: false, written: '', faults: [] }

export const itemPage = (viewer: Viewer | null, item: ItemView, state: ItemPageState): HttpAnswer =>
  pageAnswer({
    status: state.status,
    title: item.title,
    viewer,
    body: html`<p class="eyebrow"><a href="/feedback">Feedback</a> · #${item.id}</p>
<h1 class="title" dir="auto">${item.title}</h1>
<p class="quiet">${itemTags(item)} ${day(item.createdAt)}${item.op !== null && html` · <code>${item.op}</code>`}</p>
${state.masked && MASKED_WARNING}
${item.details !== '' && html`<p class="said" dir="auto">${item.details}</p>`}
${item.requestId !== null && html`<p class="quiet">Request <code>${item.requestId}</code>, visible only to you and the operator.</p>`}
<div class="actions">${upvotes(viewer, item, { next: itemPath(item.id), short: false })}</div>
<h2 id="comments">Comments</h2>
${item.comments.length === 0 ? html`<p class="quiet">No comments yet.</p>` : html`<ol class="comments">${item.comments.map(commentHtml)}</ol>`}
${viewer === null ? invitation(item.id) : commentForm(viewer, item.id, state)}`,
  })

const commentHtml = ({
  id,
  text,
  author,
  createdAt,
}: CommentView): Html => html`<li class="card${author === 'operator' && ' operator'}" id="comment-${id}">
<p class="quiet">${author === 'operator' ? html`<strong>The operator</strong>` : 'A user'} · ${day(createdAt)}</p>
<p class="said" dir="auto">${author === 'operator' ? withItemLinks(text) : text}</p>
</li>`

/** Links "#12" in a comment of the operator to that item. */
const withItemLinks = (text: string): readonly (Html | string)[] =>
  text
    .split(/(#[1-9]\d{0,8})(?!\w)/)
    .map((part, index) =>
      index % 2 === 0 ? part : html`<a href="${itemPath(Number(part.slice(1)))}">${part}</a>`,
    )

const invitation = (id: number): Html =>
  html`<p class="note"><a href="/sign-in?next=${encodeURIComponent(itemPath(id))}">Sign in</a> to upvote or comment.</p>`

const commentForm = (
  viewer: Viewer,
  id: number,
  { written, faults }: ItemPageState,
): Html => html`<form method="post" action="${itemPath(id)}/comments">
${csrfField(viewer)}
${faultSummary(faults)}
<label for="text">Your comment</label>
<p class="hint" id="text-hint">Comments are public: do not include keys or personal data. Your address is not shown.</p>
${fieldFaults(faults, 'text')}
<textarea id="text" name="text" maxlength="${MAX_COMMENT_LETTERS}" required dir="auto"${described(faults, 'text', 'text-hint')}>
${written}</textarea>
<button>Comment</button>
</form>`
