/** The index of the search in the docs: the words of every section, which the page's script searches in the browser. */
import type { RenderedText } from './markdown.ts'

export interface IndexedPage {
  readonly path: string
  readonly title: string
  readonly sections: readonly {
    /** Empty for the part before the first heading below the title. */
    readonly anchor: string
    readonly heading: string
    readonly text: string
  }[]
}

export const indexedPage = (path: string, { title, body }: RenderedText): IndexedPage => {
  const [first, ...rest] = body.text.split(/<h[2-6] id="/)
  const sections = rest.map((part) => {
    const [, anchor, heading, text] = /^([^"]*)">(.*?)<\/h[2-6]>(.*)$/s.exec(part)!
    return { anchor, heading: plainText(heading), text: plainText(text) }
  })
  return {
    path,
    title,
    sections: [{ anchor: '', heading: '', text: plainText(first.replace(/<h1.*?<\/h1>/s, '')) }, ...sections],
  }
}

/** Answers are examples, whose words say little about the page. */
const ANSWER = /<pre(?![^>]* data-copy).*?<\/pre>/gs

/** Nobody searches for a number of a table, or for an address. */
const FIGURE = /<td[^>]*>[\d,.% –−]*<\/td>/g
const ADDRESS = /https?:\/\/[^\s<]+/g

const plainText = (markup: string): string =>
  markup
    .replace(ANSWER, ' ')
    .replace(FIGURE, ' ')
    .replace(ADDRESS, ' ')
    .replace(/<\/(?:p|li|td|th|tr|pre)>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replace(/&(?:#39|lt|gt|quot|amp);/g, (entity) => ENTITIES[entity])
    .replace(/\s+/g, ' ')
    .trim()

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}
