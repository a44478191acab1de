/**
 * HTML templates that escape every inserted value unless it is itself the result of a template, so that user text can never become markup.
 *
 * Attributes must be in double quotes: `<a href="${address}">`.
 */
import { escapeHtml } from '../../util/escape-html.ts'

export class Html {
  readonly text: string

  private constructor(text: string) {
    this.text = text
  }

  /** For HTML from a renderer that escapes. Never use it for untrusted text. */
  static trusted(text: string): Html {
    return new Html(text)
  }
}

/** Null and false render nothing, for conditional parts. */
type HtmlPart = Html | string | number | null | false | readonly HtmlPart[]

export const html = (pieces: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html =>
  Html.trusted(
    pieces.map((piece, index) => (index === 0 ? piece : htmlOfPart(parts[index - 1]) + piece)).join(''),
  )

const htmlOfPart = (part: HtmlPart): string => {
  if (part === null || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(htmlOfPart).join('')
  return escapeHtml(String(part))
}
