/** Renders the content of a mail as plain text and as escaped HTML. */
import { escapeHtml } from '../../util/escape-html.ts'

export type MailPart =
  /** A paragraph. */
  | string
  /** The one action of the mail, a button. */
  | { readonly link: string; readonly label: string }
  /** A code to type. */
  | { readonly code: string }
  /** A text written by somebody else. */
  | { readonly quote: string }

export const mailContent = (
  parts: readonly MailPart[],
): { readonly text: string; readonly html: string } => ({
  text: parts.map(partText).join('\n\n'),
  html: parts.map(htmlOf).join('\n'),
})

const partText = (part: MailPart): string => {
  if (typeof part === 'string') return part
  if ('link' in part) return `${part.label}:\n${part.link}`
  if ('code' in part) return `    ${part.code}`
  return part.quote.replace(/^/gm, '> ')
}

const htmlOf = (part: MailPart): string => {
  if (typeof part === 'string') return `<p>${lines(part)}</p>`
  if ('link' in part)
    return `<p><a href="${escapeHtml(part.link)}" style="${BUTTON}">${escapeHtml(part.label)}</a></p>`
  if ('code' in part) return `<p style="${CODE}">${escapeHtml(part.code)}</p>`
  return `<blockquote style="${QUOTE}">${lines(part.quote)}</blockquote>`
}

const lines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>\n')

// Mail programs drop style sheets, so styles are inline.
const BUTTON =
  'display:inline-block;padding:10px 18px;border-radius:6px;background:#14532d;color:#ffffff;text-decoration:none'
const CODE = 'font:700 24px ui-monospace,monospace;letter-spacing:4px'
const QUOTE = 'margin:16px 0;padding-left:12px;border-left:3px solid #94a3b8'
