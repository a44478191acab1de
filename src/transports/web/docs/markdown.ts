/** Renders the documentation's Markdown as HTML. Embedded HTML is escaped, and links without a page become text. */
import { Marked, type Tokens } from 'marked'
import { escapeHtml } from '../../../util/escape-html.ts'
import { Html } from '../../page/html.ts'

export interface RenderedText {
  /** The first heading. */
  readonly title: string
  readonly body: Html
}

/** `addressOf` maps a link to an address; null for a link without a page. */
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
      // `tabindex` makes wide blocks scrollable by keyboard.
      code: ({ text: code }) => `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>\n`,
      table({ header, rows }) {
        const cells = (row: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
          row.map(({ tokens }, column) => {
            const label = tag === 'td' && column > 0 ? header[column].text : ''
            return `<${tag}${label === '' ? '' : ` data-label="${escapeHtml(label)}"`}>${this.parser.parseInline(tokens)}</${tag}>`
          })
        const lines = rows.map((row) => `<tr>${cells(row, 'td').join('')}</tr>`)
        // On phones the cells of wide tables are stacked, each labelled with its column.
        const look = header.length >= COLUMNS_TO_STACK ? ' class="stack"' : ''
        const head = header.every(({ text }) => text === '')
          ? ''
          : `<thead><tr>${cells(header, 'th').join('')}</tr></thead>`
        return `<div class="scroll" tabindex="0" role="region" aria-label="Table"><table${look}>${head}<tbody>${lines.join('')}</tbody></table></div>\n`
      },
    },
  })
  const body = Html.trusted(marked.parse(text) as string)
  return { title: docsTitle(text), body }
}

/** Returns the first heading. */
export const docsTitle = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? 'Docs'

/** Returns the first sentence below the first heading. */
export const docsSummary = (text: string): string => {
  const [, paragraph = ''] = /^# .+\n+([^#|`\n].*(?:\n[^#|\n].*)*)/m.exec(text) ?? []
  const [sentence] = paragraph.replaceAll('\n', ' ').split(/(?<=[.!?]) (?=[A-Z])/)
  return sentence.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')
}

const COMMENT = /^<!--.*-->\s*$/s
const COLUMNS_TO_STACK = 3

/** Returns an anchor in GitHub's style, so that links in the files work: `Where to start` becomes `#where-to-start`. */
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
