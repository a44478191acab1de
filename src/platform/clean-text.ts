/**
 * Removes everything hidden from texts of strangers before they are stored. Bidirectional overrides reorder the shown text
 * (https://trojansource.codes, UAX #9 §2), invisible letters hide words, control characters act on terminals.
 */

/** Cleans a text of several lines; runs of empty lines become one. */
export const cleanText = (text: string): string =>
  visible(text)
    .replace(LINE_ENDS, '\n')
    .replace(CONTROLS, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Cleans a text to one line. */
export const cleanLine = (text: string): string =>
  visible(text).replace(/\s+/g, ' ').replace(CONTROLS, '').trim()

/** True if the text contains a line break. */
export const hasLines = (text: string): boolean => /[\n\v\f\r\u0085\u2028\u2029]/.test(text)

const visible = (text: string): string =>
  text.toWellFormed().replace(INVISIBLE, '').replace(JOINERS_WITHIN_ASCII, '')

const LINE_ENDS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g

/** C0 except tab and line feed, DEL and C1. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/**
 * Bidirectional embeddings, overrides and isolates; characters without width or shape: soft hyphen, zero-width space, word
 * joiner and similar ones, byte order mark, annotations, tags.
 */
const INVISIBLE =
  /[\u202a-\u202e\u2066-\u2069\u00ad\u180e\u200b\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu

/**
 * Joiners, direction marks and variation selectors matter in Arabic, Indic and emoji; between ASCII letters they only hide.
 */
const JOINERS_WITHIN_ASCII = /(?<=[!-~])(?:[\u061c\u200c-\u200f]|[\ufe00-\ufe0f])+(?=[!-~])/g
