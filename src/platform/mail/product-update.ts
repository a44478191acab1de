/**
 * News from the operator to everybody who wants them. The first line is the subject, `# What is new`; paragraphs follow, and are
 * sent as they are written. Sending the same text again, after a crash for instance, reaches only who was not reached.
 */
import { createHash } from 'node:crypto'
import { mailContent } from './content.ts'
import type { EmailPreferenceStore, Mailer } from './ports.ts'

export interface ProductUpdateRequest {
  readonly text: string
  /** False: only says who would be sent what. */
  readonly send: boolean
}

export interface ProductUpdateReport {
  readonly subject: string
  /** Accounts that want it. */
  readonly recipients: number
}

export interface ProductUpdateOptions {
  readonly preferences: Pick<EmailPreferenceStore, 'wanting'>
  readonly mailer: Mailer
}

export const sendProductUpdate = async (
  { preferences, mailer }: ProductUpdateOptions,
  { text, send }: ProductUpdateRequest,
): Promise<ProductUpdateReport> => {
  const { subject, paragraphs } = read(text)
  const content = mailContent(paragraphs)
  const name = createHash('sha256').update(text).digest('hex').slice(0, NAME_LETTERS)
  let recipients = 0
  let afterId = ''
  while (true) {
    const page = await preferences.wanting('product_updates', { afterId, limit: PAGE })
    for (const { accountId, email } of page) {
      recipients += 1
      afterId = accountId
      if (!send) continue
      const once = `product_update ${name} ${accountId}`
      await mailer.send({ to: email, kind: 'product_updates', subject, ...content, once })
    }
    if (page.length < PAGE) return { subject, recipients }
  }
}

const PAGE = 500
const NAME_LETTERS = 32
const MAX_SUBJECT_LENGTH = 200

const read = (text: string): { readonly subject: string; readonly paragraphs: readonly string[] } => {
  const [first, ...paragraphs] = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const subject = /^# +(\P{Cc}+)$/u.exec(first ?? '')?.[1].trim() ?? ''
  if (subject === '' || subject.length > MAX_SUBJECT_LENGTH || paragraphs.length === 0) {
    throw new ProductUpdateError()
  }
  return { subject, paragraphs }
}

class ProductUpdateError extends Error {
  override readonly name = 'ProductUpdateError'

  constructor() {
    super(
      `A product update begins with its subject, "# What is new" with at most ${MAX_SUBJECT_LENGTH} characters, then an empty line and the text.`,
    )
  }
}
