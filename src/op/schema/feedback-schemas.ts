/** Fields and bodies of the feedback board, with their wire names. */
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

export const itemId = z.int().min(1).describe('Id of the item, as `list_feedback` has it.')

export const title = z
  .string()
  .min(1)
  .max(MAX_TITLE_LETTERS)
  .refine((text) => !hasLines(text), 'title must be one line; what takes more goes into details.')
  .refine((text) => cleanLine(text) !== '', 'title must have something that can be read.')
  .describe('What it is about, in one line.')

export const details = z
  .string()
  .max(MAX_DETAILS_LETTERS)
  .default('')
  .describe(
    'What you did, what came and what you expected instead. Everybody can read it: no keys, no personal data.',
  )

export const requestId = z
  .string()
  .regex(
    /^[\w.-]{8,128}$/,
    'request_id must be an id as X-Request-Id has it: 8 to 128 letters, digits, "_", "." or "-".',
  )
  .describe('Of the call that failed: from the X-Request-Id header or the error body.')

export const commentText = z
  .string()
  .min(1)
  .max(MAX_COMMENT_LETTERS)
  .refine((text) => cleanText(text) !== '', 'text must have something that can be read.')
  .describe('The comment. Everybody can read it: no keys, no personal data.')

export const kind = z.enum(FEEDBACK_KINDS)
export const status = z.enum(FEEDBACK_STATUSES).describe('Only the operator changes it.')

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
  upvotes: z.int().describe('Accounts that want it; the author is one until it takes its upvote back.'),
  comments: z.array(comment).describe('The oldest first.'),
  op: z.string().nullable().describe('Name of the operation that it is about.'),
  request_id: z.string().optional().describe('Of the call that it is about: its reporter alone is told.'),
  created_at: z.string(),
  updated_at: z.string().describe('When it was last commented or its status changed.'),
})

const warnings = z
  .array(z.strictObject({ path: z.string(), message: z.string(), code: z.literal('secret_masked') }))
  .describe('What was changed before it was stored: texts that look like keys are masked.')

export const writtenItem = item.extend({ warnings })

export const postedItem = writtenItem.extend({
  similar: z
    .array(z.strictObject({ id: z.int(), kind, title: z.string(), status, upvotes: z.int() }))
    .describe(
      'Items that may be the same, the likeliest first: upvote one of them instead of posting again.',
    ),
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
    message: `${path} had something that looks like a key; it was masked before it was stored. It has travelled and may be in logs: revoke it.`,
    code: 'secret_masked' as const,
  }))

export const similarBody = (similar: readonly ItemSummary[]) =>
  similar.map(({ id, kind, title, status, upvotes }) => ({ id, kind, title, status, upvotes }))
