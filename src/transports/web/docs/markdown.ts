/**
 * Renders the documentation's Markdown as HTML. Embedded HTML is escaped, links without a page become text, and names of
 * operations become links to their pages.
 */
import { Marked, type Tokens } from 'marked'
import { escapeHtml } from '../../../util/escape-html.ts'
import { Html } from '../../page/html.ts'
import { codeParts } from './code-blocks.ts'

export interface RenderedText {
  /** The first heading. */
  readonly title: string
  readonly body: Html
}

export interface RenderOptions {
  /** Maps a word to the page of the operation with this name; null for other words, and on that page. */
  readonly operationAddress?: (word: string) => string | null
  /** True if JSON on this page is what the service answers, not what the reader writes. */
  readonly showsAnswers?: boolean
}

/** `addressOf` maps a link to an address; null for a link without a page. */
export const renderMarkdown = (
  text: string,
  addressOf: (href: string) => string | null,
  { operationAddress = () => null, showsAnswers = false }: RenderOptions = {},
): RenderedText => {
  const taken = new Map<string, number>()
  /** Headings and links contain no further links. */
  let mayLink = true
  const withoutLinks = <T>(render: () => T): T => {
    const before = mayLink
    mayLink = false
    try {
      return render()
    } finally {
      mayLink = before
    }
  }
  const linkedWord = (word: string, shown: string): string => {
    const address = mayLink ? operationAddress(word) : null
    return address === null ? shown : `<a href="${escapeHtml(address)}">${shown}</a>`
  }
  const marked = new Marked({
    async: false,
    renderer: {
      html: ({ text: raw }) => (COMMENT.test(raw) ? '' : escapeHtml(raw)),
      image: ({ text: alt }) => escapeHtml(alt),
      heading({ tokens, depth, text: written }) {
        const inside = withoutLinks(() => this.parser.parseInline(tokens))
        return `<h${depth} id="${anchorOf(written, taken)}">${inside}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const address = addressOf(href)
        const inside = withoutLinks(() => this.parser.parseInline(tokens))
        return address === null ? inside : `<a href="${escapeHtml(address)}">${inside}</a>`
      },
      text(token) {
        if ('tokens' in token && token.tokens !== undefined) return this.parser.parseInline(token.tokens)
        const shown = token.type === 'text' && token.escaped === true ? token.text : escapeHtml(token.text)
        return shown.replace(OPERATION_LIKE, (word) => linkedWord(word, word))
      },
      codespan: ({ text: code }) => linkedWord(code, `<code>${escapeHtml(code)}</code>`),
      code({ text: code, lang = '' }) {
        const [language, ...name] = lang.split(' ')
        const blocks = codeParts(code, language, showsAnswers).map(
          (part) =>
            // `tabindex` makes wide blocks scrollable by keyboard.
            `<pre tabindex="0"${part.isCopied ? ' data-copy' : ''}><code>${escapeHtml(part.code)}</code></pre>\n`,
        )
        return name.length === 0 ? blocks.join('') : form(name.join(' '), blocks.join(''))
      },
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

/** One form of a call; forms in a row are forms of the same call, of which the page's script shows one. */
const form = (name: string, block: string): string =>
  `<div class="form" data-form="${escapeHtml(name)}"><p class="form-name">${escapeHtml(name)}</p>\n${block}</div>\n`

const OPERATION_LIKE = /\b[a-z]+(?:_[a-z]+)+\b/g
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
