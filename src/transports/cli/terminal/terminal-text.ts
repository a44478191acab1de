/**
 * Makes untrusted text safe for a terminal, such as names from the map, answers of a server, or input. It must not move the cursor, set
 * colours, reorder (https://trojansource.codes, UAX #9 §2) or hide text. Characters that shape letters and emoji stay.
 */

/** Cleans to one line: control characters and line ends become a space, invisible characters are removed. */
export const terminalText = (text: string): string =>
  text.replace(CONTROLS, ' ').replace(LETTERS, (_, shown?: string) => shown ?? '')

/** Escapes the characters that `terminalText` removes, so that the JSON keeps its value and hides nothing. */
export const terminalJson = (json: string): string =>
  json.replace(CONTROLS, escapes).replace(LETTERS, (letter, shown?: string) => shown ?? escapes(letter))

/** JSON escapes, one per UTF-16 unit (RFC 8259 §7). */
const escapes = (text: string): string =>
  text.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/**
 * The first group matches visible text: a tag flag (🏴 with a region code, UTS #51 §1.4.9), a keycap, or a non-ASCII letter with at most one
 * variation selector and one joiner, which Persian, Mongolian, Indic scripts and emoji need. Otherwise the match is invisible: a character
 * without width, a direction mark, or a lone surrogate.
 */
const LETTERS =
  /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}|[0-9#*]\ufe0f\u20e3|[[^\0-\x7f]--[\p{DI}\p{Cs}\p{NChar}\ufff9-\ufffb]][\p{VS}]?[\u200c\u200d]?)|[\p{DI}\p{Cs}\p{NChar}\ufff9-\ufffb]/gv
