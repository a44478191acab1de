/** Routes of the feedback pages: everybody can read, signed-in users can post, upvote and comment. */

import { z } from 'zod'
import { issuesOf } from '../../../op/problem/invalid-input.ts'
import { problem } from '../../../op/problem/problem.ts'
import { commentText, details, kind, requestId, status, title } from '../../../op/schema/feedback-schemas.ts'
import type { DayFull } from '../../../platform/feedback/day-limit.ts'
import type { Feedback, FeedbackQuery } from '../../../platform/feedback/feedback.ts'
import { FEEDBACK_SORTS, type Person, type Writer } from '../../../platform/feedback/item.ts'
import { counted } from '../../../util/count-with-noun.ts'
import type { HttpRequest, HttpRoute } from '../../http/message.ts'
import { seeOther } from '../../page/form.ts'
import { localPath } from '../../page/local-path.ts'
import { type FieldsEndpoint, pageRoutes } from '../../page/page-route.ts'
import type { Viewer, Visitor, Visitors } from '../../page/viewer.ts'
import { FRESH, itemPage } from './feedback-item-page.ts'
import { ITEMS_A_PAGE, listPage, listPath, MAX_QUERY_LETTERS } from './feedback-list-page.ts'
import { detailsPage, titlePage, type WrittenDraft } from './feedback-new-page.ts'
import { itemPath } from './feedback-parts.ts'
import type { FormFault } from './form-faults.ts'

export interface FeedbackPagesOptions {
  readonly feedback: Omit<Feedback, 'setStatus'>
}

export const feedbackRoutes = (
  visitors: Visitors,
  { feedback }: FeedbackPagesOptions,
): readonly HttpRoute[] => {
  const list: FieldsEndpoint<Visitor> = async (_request, { viewer }, fields) => {
    const query = queryOf(fields)
    const found = await feedback.list(personOf(viewer), query)
    return found === null ? seeOther(listPath({ ...query, cursor: null })) : listPage(viewer, query, found)
  }

  const itemOf = async (request: HttpRequest, viewer: Viewer | null) => {
    const { id } = request.location.params
    const item = /^[1-9]\d{0,14}$/.test(id) ? await feedback.get(personOf(viewer), Number(id)) : null
    if (item === null) throw problem('not_found', { what: 'feedback item', id })
    return item
  }

  const show: FieldsEndpoint<Visitor> = async (request, { viewer }, fields) => {
    const masked = viewer !== null && fields.has('masked')
    return itemPage(viewer, await itemOf(request, viewer), { ...FRESH, masked })
  }

  const vote: FieldsEndpoint<Viewer> = async (request, viewer, fields) => {
    const { id } = await itemOf(request, viewer)
    const decision = fields.get('decision') === 'remove' ? 'removeUpvote' : 'upvote'
    await feedback[decision](viewer.accountId, id)
    return seeOther(localPath(fields.get('next'), itemPath(id)))
  }

  const comment: FieldsEndpoint<Viewer> = async (request, viewer, fields) => {
    const item = await itemOf(request, viewer)
    const text = givenText(fields, 'text')
    const refused = (status: number, faults: readonly FormFault[]) =>
      itemPage(viewer, item, { ...FRESH, status, written: text, faults })
    const faults = faultsOf(COMMENT, { text })
    if (faults.length > 0) return refused(400, faults)
    const outcome = await feedback.comment(writerOf(viewer), item.id, text)
    if (outcome !== null && 'dayFull' in outcome) return refused(429, [dayFullFault(outcome, 'comments')])
    const masked = outcome !== null && outcome.maskedFields.length > 0
    return seeOther(`${itemPath(item.id)}${masked ? '?masked' : ''}#comments`)
  }

  const begin: FieldsEndpoint<Viewer> = async (_request, viewer, fields) =>
    titlePage(viewer, { ...OK, draft: draftOf(fields) })

  const write: FieldsEndpoint<Viewer> = async (_request, viewer, fields) => {
    const draft = draftOf(fields)
    const { requestId: request_id, ...rest } = draft
    const faults = faultsOf(DRAFT, { ...rest, request_id: request_id || undefined })
    const titleFaults = faults.filter(({ field }) => field === 'title')
    if (titleFaults.length > 0) return titlePage(viewer, { status: 400, draft, faults: titleFaults })
    const again = async (status: number, faults: readonly FormFault[]) =>
      detailsPage(viewer, { status, draft, faults }, await feedback.similarTo(draft.title))
    if (fields.get('step') !== 'post') return again(200, [])
    if (faults.length > 0) return again(400, faults)
    const posted = await feedback.post(writerOf(viewer), {
      ...draft,
      requestId: draft.requestId || null,
      op: null,
    })
    if ('dayFull' in posted) return again(429, [dayFullFault(posted, 'new items')])
    return seeOther(`${itemPath(posted.item.id)}${posted.maskedFields.length > 0 ? '?masked' : ''}`)
  }

  return [
    ...pageRoutes(visitors, visitors.forAnyone, [
      ['GET', '/feedback', list],
      ['GET', '/feedback/{id}', show],
    ]),
    ...pageRoutes(visitors, visitors.signedIn, [
      ['GET', '/feedback/new', begin],
      ['POST', '/feedback/new', write],
      ['POST', '/feedback/{id}/upvote', vote],
      ['POST', '/feedback/{id}/comments', comment],
    ]),
  ]
}

const OK = { status: 200, faults: [] } as const

const DRAFT = z.strictObject({ kind, title, details, request_id: requestId.optional() })
const COMMENT = z.strictObject({ text: commentText })

/** Validates form fields and replaces field names in the messages by their labels. */
const faultsOf = (schema: z.ZodType, input: unknown): readonly FormFault[] => {
  const { error } = schema.safeParse(input)
  if (error === undefined) return []
  return issuesOf(error, schema, input).map(({ path, message }) => ({
    field: path,
    message: message.replace(new RegExp(`^${path}\\b`), FIELD_WORDS[path] ?? path),
  }))
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  title: 'The title',
  details: 'The details',
  request_id: 'The request id',
  text: 'The comment',
}

const writerOf = ({ accountId }: Viewer): Writer => ({ kind: 'account', accountId })
const personOf = (viewer: Viewer | null): Person =>
  viewer === null ? { kind: 'anonymous' } : writerOf(viewer)

/** Ignores invalid filters, because people edit page addresses. */
const queryOf = (fields: URLSearchParams): FeedbackQuery => {
  const text = (fields.get('q') ?? '').trim().slice(0, MAX_QUERY_LETTERS)
  return {
    kind: kind.safeParse(fields.get('kind')).data ?? null,
    status: status.safeParse(fields.get('status')).data ?? null,
    text: text === '' ? null : text,
    sort: z.enum(FEEDBACK_SORTS).safeParse(fields.get('sort')).data ?? 'top',
    cursor: fields.get('cursor'),
    limit: ITEMS_A_PAGE,
  }
}

const draftOf = (fields: URLSearchParams): WrittenDraft => ({
  kind: kind.safeParse(fields.get('kind')).data ?? 'issue',
  title: givenText(fields, 'title'),
  details: givenText(fields, 'details'),
  requestId: givenText(fields, 'request_id').trim(),
})

/** Browsers count a line break as one character but send CRLF. */
const givenText = (fields: URLSearchParams, name: string): string =>
  (fields.get(name) ?? '').replaceAll('\r\n', '\n')

const dayFullFault = ({ max, retryAfterSeconds }: DayFull, what: string): FormFault => {
  const hours = counted(Math.ceil(retryAfterSeconds / 3_600), 'hour')
  return {
    field: null,
    message: `You have posted ${max} ${what} today, which is the limit. Try again in ${hours}. Your text is kept below.`,
  }
}
