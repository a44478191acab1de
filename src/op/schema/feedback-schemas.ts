/** Schemas and bodies of the feedback board, with fields named as in JSON. */
import { z } from 'zod'
import { cleanLine, cleanText, hasLines } from '../../platform/clean-text.ts'
import {
  FEEDBACK_KINDS,
  FEEDBACK_STATUSES,
  type ItemSummary,
  type ItemView,
  MAX_COMMENT_LETTERS,
  MAX_DETAILS_LETTERS,
  MAX_TITLE_LETTERS,
} from '../../platform/feedback/item.ts'

export const itemId = z.int().min(1).describe('Id of the item, from `list_feedback`.')

export const title = z
  .string()
  .min(1)
  .max(MAX_TITLE_LETTERS)
  .refine((text) => !hasLines(text), 'title must be one line; put the rest into details.')
  .refine((text) => cleanLine(text) !== '', 'title must contain visible text.')
  .describe('Summary in one line.')

export const details = z
  .string()
  .max(MAX_DETAILS_LETTERS)
  .default('')
  .describe('What you did, what happened and what you expected. Public: no keys, no personal data.')

export const requestId = z
  .string()
  .regex(
    /^[\w.-]{8,128}$/,
    'request_id must be a value of X-Request-Id: 8 to 128 letters, digits, "_", "." or "-".',
  )
  .describe('Id of the failed call, from the X-Request-Id header or the error body.')

export const commentText = z
  .string()
  .min(1)
  .max(MAX_COMMENT_LETTERS)
  .refine((text) => cleanText(text) !== '', 'text must contain visible text.')
  .describe('The comment. Public: no keys, no personal data.')

export const kind = z.enum(FEEDBACK_KINDS)
export const status = z.enum(FEEDBACK_STATUSES).describe('Status, set by the operator.')

const comment = z.strictObject({
  id: z.int(),
  text: z.string().describe('Plain text, never markup.'),
  author: z.enum(['operator', 'user']),
  created_at: z.string(),
})

export const item = z.strictObject({
  id: z.int(),
  kind,
  title: z.string().describe('Plain text, never markup.'),
  details: z.string().describe('Plain text with line breaks, never markup.'),
  status,
  upvotes: z.int().describe('Number of accounts that upvoted the item. The author upvotes it automatically.'),
  comments: z.array(comment).describe('Oldest first.'),
  op: z.string().nullable().describe('Name of the operation that the item is about.'),
  request_id: z
    .string()
    .optional()
    .describe('Id of the call that the item is about. Only the reporter sees it.'),
  created_at: z.string(),
  updated_at: z.string().describe('When it was last commented on or its status changed.'),
})

const warnings = z
  .array(z.strictObject({ path: z.string(), message: z.string(), code: z.literal('secret_masked') }))
  .describe('Fields that were changed before storing: text that looks like a key is masked.')

export const writtenItem = item.extend({ warnings })

export const postedItem = writtenItem.extend({
  similar: z
    .array(z.strictObject({ id: z.int(), kind, title: z.string(), status, upvotes: z.int() }))
    .describe('Possible duplicates, most likely first. Upvote one of them instead of posting again.'),
})

export const itemBody = (view: ItemView) => ({
  id: view.id,
  kind: view.kind,
  title: view.title,
  details: view.details,
  status: view.status,
  upvotes: view.upvotes,
  comments: view.comments.map(({ id, text, author, createdAt }) => ({
    id,
    text,
    author,
    created_at: createdAt,
  })),
  op: view.op,
  ...(view.requestId !== null && { request_id: view.requestId }),
  created_at: view.createdAt,
  updated_at: view.updatedAt,
})

export const warningsBody = (maskedFields: readonly string[]) =>
  maskedFields.map((path) => ({
    path,
    message: `${path} contained something that looks like a key. It was masked before storing, but it was transmitted and may be in logs: revoke the key.`,
    code: 'secret_masked' as const,
  }))

export const similarBody = (similar: readonly ItemSummary[]) =>
  similar.map(({ id, kind, title, status, upvotes }) => ({ id, kind, title, status, upvotes }))
