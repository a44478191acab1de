/** Finds a member of a JSON object in its text, so that it can be changed without rewriting the rest. */

/** Returns the value of the last member with this name; the text must be a valid JSON object that has one. */
export const valueOfMember = (
  text: string,
  name: string,
): { readonly start: number; readonly end: number } => {
  let found = { start: 0, end: 0 }
  let end = 0
  for (let at = text.indexOf('{'); text[at] !== '}'; at = skipSpace(text, end)) {
    const key = text.indexOf('"', at)
    const keyEnd = stringEnd(text, key)
    const start = skipSpace(text, text.indexOf(':', keyEnd) + 1)
    end = valueEnd(text, start)
    if (JSON.parse(text.slice(key, keyEnd)) === name) found = { start, end }
  }
  return found
}

const skipSpace = (text: string, start: number): number => {
  let at = start
  while (text.charCodeAt(at) <= SPACE) at++
  return at
}

const valueEnd = (text: string, start: number): number => {
  let depth = 0
  for (let at = start; ; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = stringEnd(text, at) - 1
      if (depth === 0) return at + 1
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth--
      // A number or a word ends at the end of its object.
      if (depth <= 0) return depth === 0 ? at + 1 : at
    } else if (code === COMMA && depth === 0) return at
  }
}

/** Returns the position after the quotation mark that closes the one at `opening`. */
const stringEnd = (text: string, opening: number): number => {
  let at = opening + 1
  for (; text.charCodeAt(at) !== QUOTE; at++) if (text.charCodeAt(at) === BACKSLASH) at++
  return at + 1
}

const [SPACE, QUOTE, COMMA, BACKSLASH] = [0x20, 0x22, 0x2c, 0x5c]
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]
