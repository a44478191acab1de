/** The documentation's Markdown as HTML. HTML within it is shown as text, and links lead to pages of this service or nowhere. */
import { Marked, type Tokens } from 'marked'
import { escapeHtml } from '../../util/escape-html.ts'
import { Html } from './html.ts'

export interface RenderedText {
  /** The first heading. */
  readonly title: string
  readonly body: Html
}

/** `addressOf`: where a link of the text leads; null for what has no page. */
export const renderMarkdown = (text: string, addressOf: (href: string) => string | null): RenderedText => {
  const taken = new Map<string, number>()
  const marked = new Marked({
    async: false,
    renderer: {
      html: ({ text: raw }) => (COMMENT.test(raw) ? '' : escapeHtml(raw)),
      image: ({ text: alt }) => escapeHtml(alt),
      heading({ tokens, depth, text: written }) {
        return `<h${depth} id="${anchorOf(written, taken)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const address = addressOf(href)
        const inside = this.parser.parseInline(tokens)
        return address === null ? inside : `<a href="${escapeHtml(address)}">${inside}</a>`
      },
      // Wide ones are scrolled, also by the keyboard.
      code: ({ text: code }) => `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>\n`,
      table({ header, rows }) {
        const cells = (row: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
          row.map(({ tokens }, column) => {
            const label = tag === 'td' && column > 0 ? header[column].text : ''
            return `<${tag}${label === '' ? '' : ` data-label="${escapeHtml(label)}"`}>${this.parser.parseInline(tokens)}</${tag}>`
          })
        const lines = rows.map((row) => `<tr>${cells(row, 'td').join('')}</tr>`)
        // On a phone the cells of a wide one stand below each other, each with the head of its column.
        const look = header.length >= COLUMNS_TO_STACK ? ' class="stack"' : ''
        const head = header.every(({ text }) => text === '')
          ? ''
          : `<thead><tr>${cells(header, 'th').join('')}</tr></thead>`
        return `<div class="scroll" tabindex="0" role="region" aria-label="Table"><table${look}>${head}<tbody>${lines.join('')}</tbody></table></div>\n`
      },
    },
  })
  const body = Html.trusted(marked.parse(text) as string)
  return { title: titleOf(text), body }
}

/** The first heading. */
export const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? 'Docs'

/** The first sentence below the first heading. */
export const summaryOf = (text: string): string => {
  const [, paragraph = ''] = /^# .+\n+([^#|`\n].*(?:\n[^#|\n].*)*)/m.exec(text) ?? []
  const [sentence] = paragraph.replaceAll('\n', ' ').split(/(?<=[.!?]) (?=[A-Z])/)
  return sentence.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')
}

const COMMENT = /^<!--.*-->\s*$/s
const COLUMNS_TO_STACK = 3

/** As others make them of headings, so that links written for them hold: `Where to start` is `#where-to-start`. */
const anchorOf = (heading: string, taken: Map<string, number>): string => {
  const anchor = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
  const before = taken.get(anchor) ?? 0
  taken.set(anchor, before + 1)
  return before === 0 ? anchor : `${anchor}-${before}`
}
