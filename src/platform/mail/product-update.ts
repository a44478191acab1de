/**
 * Mails product news from the operator to all subscribers. The first line is the subject, `# What is new`; the paragraphs
 * follow verbatim. Sending the same text again, for example after a crash, reaches only the accounts that were missed.
 */

import { sha256 } from '../../util/sha256.ts'
import { mailContent } from './content.ts'
import type { EmailPreferenceStore, Mailer } from './ports.ts'

export interface ProductUpdateRequest {
  readonly text: string
  /** False to only count the recipients. */
  readonly send: boolean
}

export interface ProductUpdateReport {
  readonly subject: string
  /** Number of subscribed accounts. */
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
  const { subject, paragraphs } = readUpdate(text)
  const content = mailContent(paragraphs)
  const name = sha256(text).slice(0, NAME_LETTERS)
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

const readUpdate = (text: string): { readonly subject: string; readonly paragraphs: readonly string[] } => {
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
      `A product update must start with its subject, "# What is new" (at most ${MAX_SUBJECT_LENGTH} characters), followed by an empty line and the text.`,
    )
  }
}
