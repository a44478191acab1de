/** Escapes any text, such as a place's name, for XML 1.0. */

/** Characters outside the Char production (XML 1.0 §2.2), including lone surrogates: no escape makes them legal. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** White space as references: an attribute's would be normalised otherwise (§3.3.3), and a carriage return lost (§2.11). */
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Escapes `text` for an element or a quoted attribute. Removes forbidden characters. */
export const escapeXml = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>"'\t\n\r]/g, (character) => ESCAPES[character])

/** Converts a boundary id to an XML id (NCName): `iso:FR` becomes `iso_FR`. */
export const xmlId = (id: string): string => id.replace(/[^A-Za-z0-9_.-]/g, '_')
