/**
 * HTML as a value: what is put between the pieces of a template is text and is escaped, unless it was made by a template itself.
 * So nobody has to remember to escape, and what people wrote can never become markup.
 *
 * Attributes stand in double quotes: `<a href="${address}">`.
 */
import { escapeHtml } from '../../util/escape-html.ts'

export class Html {
  readonly text: string

  private constructor(text: string) {
    this.text = text
  }

  /** For texts that are HTML already, made by a renderer that escapes: never for what somebody sent. */
  static trusted(text: string): Html {
    return new Html(text)
  }
}

/** Null and false are nothing, so that a part may depend on something. */
type Part = Html | string | number | null | false | readonly Part[]

export const html = (pieces: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  Html.trusted(
    pieces.map((piece, index) => (index === 0 ? piece : written(parts[index - 1]) + piece)).join(''),
  )

const written = (part: Part): string => {
  if (part === null || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(written).join('')
  return escapeHtml(String(part))
}
