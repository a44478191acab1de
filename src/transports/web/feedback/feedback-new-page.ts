/** Renders the form for a new feedback item in two steps: first the title, then the details next to possible duplicates. */

import {
  FEEDBACK_KINDS,
  type FeedbackKind,
  type ItemSummary,
  MAX_DETAILS_LETTERS,
  MAX_TITLE_LETTERS,
} from '../../../platform/feedback/item.ts'
import { counted } from '../../../util/count-with-noun.ts'
import type { HttpAnswer } from '../../http/message.ts'
import { csrfField } from '../../page/form.ts'
import { type Html, html } from '../../page/html.ts'
import { pageAnswer } from '../../page/page-layout.ts'
import type { Viewer } from '../../page/viewer.ts'
import { itemLink, itemTags } from './feedback-parts.ts'
import { described, type FormFault, faultSummary, fieldFaults } from './form-faults.ts'

/** The fields as sent so far. */
export interface WrittenDraft {
  readonly kind: FeedbackKind
  readonly title: string
  readonly details: string
  readonly requestId: string
}

interface FormStep {
  readonly status: number
  readonly draft: WrittenDraft
  readonly faults: readonly FormFault[]
}

export const titlePage = (viewer: Viewer, step: FormStep): HttpAnswer => {
  const { draft, faults } = step
  return writingPage(
    viewer,
    step,
    html`<p class="lead">Start with a title. We check for similar items first.</p>`,
    html`<input type="hidden" name="request_id" value="${draft.requestId}">
${kindField(draft.kind)}
${titleField(draft.title, faults)}
<button name="step" value="look">Continue</button>`,
  )
}

export const detailsPage = (viewer: Viewer, step: FormStep, similar: readonly ItemSummary[]): HttpAnswer => {
  const { draft, faults } = step
  return writingPage(
    viewer,
    step,
    similar.length === 0
      ? html`<p class="good">There are no similar items yet. Add details and post it.</p>`
      : known(similar),
    html`${kindField(draft.kind)}
${titleField(draft.title, faults)}
<label for="details">Details</label>
<p class="hint" id="details-hint">What you did, what happened and what you expected. The text is public: do not include keys or personal data.</p>
${fieldFaults(faults, 'details')}
<textarea id="details" name="details" maxlength="${MAX_DETAILS_LETTERS}" rows="8" dir="auto"${described(faults, 'details', 'details-hint')}>
${draft.details}</textarea>
<label for="request_id">Request id of a failed call</label>
<p class="hint" id="request-hint">Optional. It starts with <code>req_</code> and is visible only to you and the operator.</p>
${fieldFaults(faults, 'request_id')}
<input id="request_id" name="request_id" value="${draft.requestId}" maxlength="128" autocomplete="off" spellcheck="false"${described(faults, 'request_id', 'request-hint')}>
<button name="step" value="post">Post</button>`,
  )
}

const writingPage = (viewer: Viewer, { status, faults }: FormStep, before: Html, fields: Html): HttpAnswer =>
  pageAnswer({
    status,
    title: 'New feedback',
    viewer,
    unlisted: true,
    body: html`<p class="eyebrow"><a href="/feedback">Feedback</a></p>
<h1>New feedback</h1>
${before}
<form method="post" action="/feedback/new">
${csrfField(viewer)}
${faultSummary(faults)}
${fields}
</form>`,
  })

const known = (similar: readonly ItemSummary[]): Html => html`<section aria-labelledby="known">
<h2 id="known">Is it one of these?</h2>
<p>If so, upvote it instead. Items with more upvotes are handled first.</p>
<ul class="rows">${similar.map(
  (item) =>
    html`<li class="item"><div><h3>${itemLink(item)}</h3><p class="quiet">${itemTags(item)} ${counted(item.upvotes, 'upvote')}</p></div></li>`,
)}</ul>
<h2>No, post a new item</h2>
</section>`

const KIND_LABELS: Readonly<Record<FeedbackKind, string>> = {
  issue: 'An issue',
  feature: 'A feature request',
}

const kindField = (chosen: FeedbackKind): Html => html`<fieldset>
<legend>Kind</legend>
${FEEDBACK_KINDS.map(
  (kind) =>
    html`<label class="check"><input type="radio" name="kind" value="${kind}"${kind === chosen && html` checked`}> ${KIND_LABELS[kind]}</label>`,
)}
</fieldset>`

const titleField = (
  title: string,
  faults: readonly FormFault[],
): Html => html`<label for="title">Title</label>
${fieldFaults(faults, 'title')}
<input class="wide" id="title" name="title" value="${title}" maxlength="${MAX_TITLE_LETTERS}" required dir="auto" autocomplete="off"${described(faults, 'title')}>`
