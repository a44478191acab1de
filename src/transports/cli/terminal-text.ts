/**
 * Text of others on a terminal: names from the map, words of a server or a file, what was typed. It may neither move the cursor or set
 * colours, nor read otherwise than it is (https://trojansource.codes, UAX #9 §2), nor hide anything. What shapes letters and emoji stays.
 */

/** One line: control characters and line ends become a space, what cannot be seen is left out. */
export const terminalText = (text: string): string =>
  text.replace(CONTROLS, ' ').replace(LETTERS, (_, shown?: string) => shown ?? '')

/** JSON that is the same value and shows what is in its texts: what `terminalText` takes out is written as an escape. */
export const terminalJson = (json: string): string =>
  json.replace(CONTROLS, escapes).replace(LETTERS, (letter, shown?: string) => shown ?? escapes(letter))

/** As JSON writes them, one a UTF-16 unit (RFC 8259 §7). */
const escapes = (text: string): string =>
  text.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/**
 * Either, in the first group, what is shown: a flag made of tags (🏴 and the code of a region, UTS #51 §1.4.9), a keycap, a letter beyond
 * ASCII with a variation selector and a joiner at most, which Persian, Mongolian, Indic scripts and emoji need. Or a letter that is not seen
 * there: without look or width, turning the direction, half of a surrogate pair.
 */
const LETTERS =
  /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}|[0-9#*]\ufe0f\u20e3|[[^\0-\x7f]--[\p{DI}\p{Cs}\p{NChar}\ufff9-\ufffb]][\p{VS}]?[\u200c\u200d]?)|[\p{DI}\p{Cs}\p{NChar}\ufff9-\ufffb]/gv
