/**
 * A text as a field of CSV (RFC 4180). Spreadsheets run a text that begins like a formula, quoted or not, and names are
 * untrusted: such a text gets a leading apostrophe, by which spreadsheets and https://owasp.org/www-community/attacks/CSV_Injection
 * mark text. All other texts stay as they are, and the apostrophe can be removed without a doubt: see `docs/guide/files.md`.
 */
export const csvText = (text: string, separator = ','): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return csvField(safe, separator)
}

/** Texts as the fields of a row, without its line break. */
export const csvTexts = (texts: readonly string[], separator: string): string =>
  texts.map((text) => csvText(text, separator)).join(separator)

/** Returns the text of which `csvText` made a field. */
export const exactText = (safe: string): string =>
  safe.startsWith("'") && FORMULA.test(safe) ? safe.slice(1) : safe

/** A text as a field of CSV, exactly. */
export const csvField = (text: string, separator = ','): string =>
  /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text

/**
 * Also after spaces, which some programs remove, in the wide forms of East Asian keyboards, and with apostrophes of its own, so
 * that the added one is always the first.
 */
const FORMULA = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/
