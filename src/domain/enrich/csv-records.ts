/** Finds the ends of CSV records: line breaks in quotes belong to a field. */

export const [LF, CR, QUOTE] = [10, 13, 34]

/** Returns the position of the line feed that ends the record; -1 if the bytes end first. Skips line breaks in quotes. */
export const recordEnd = (bytes: Uint8Array, start: number, delimiters: readonly number[]): number => {
  for (let at = start; ; ) {
    const end = bytes.indexOf(LF, at)
    const quote = bytes.indexOf(QUOTE, at)
    if (quote === -1 || end === -1 || end < quote) return end
    // Elsewhere a quotation mark is an ordinary character, as in 5".
    const isOpening = quote === start || delimiters.includes(bytes[quote - 1])
    let closing = isOpening ? bytes.indexOf(QUOTE, quote + 1) : quote
    while (isOpening && closing !== -1 && bytes[closing + 1] === QUOTE)
      closing = bytes.indexOf(QUOTE, closing + 2)
    if (closing === -1) return -1
    at = closing + 1
  }
}

/** Returns the end of the last whole row, including its line break; 0 if there is none. The bytes must begin with a row. */
export const wholeCsvRows = (bytes: Uint8Array, delimiter: number): number => {
  let end = bytes.lastIndexOf(LF) + 1
  if (bytes.indexOf(QUOTE) === -1) return end
  end = 0
  for (let at = recordEnd(bytes, 0, [delimiter]); at !== -1; at = recordEnd(bytes, at + 1, [delimiter]))
    end = at + 1
  return end
}

export const linesIn = (bytes: Uint8Array): number => {
  let lines = 0
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) lines++
  return lines
}
