/** Parses whole rows of CSV (RFC 4180) to their fields. */

/** Skips empty lines, as `CsvRows` does. */
export function* csvRecords(text: string, delimiterByte: number): Generator<string[]> {
  const delimiter = String.fromCharCode(delimiterByte)
  let record: string[] = []
  for (let at = 0; at < text.length; ) {
    let field: string
    if (text[at] === '"') {
      let end = text.indexOf('"', at + 1)
      while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
      const quoteEnd = end === -1 ? text.length : end
      const rest = endOfField(text, quoteEnd + 1, delimiter)
      field = text.slice(at + 1, quoteEnd).replaceAll('""', '"') + text.slice(quoteEnd + 1, rest)
      at = rest
    } else {
      const end = endOfField(text, at, delimiter)
      field = text.slice(at, end)
      at = end
    }
    const isEnd = at >= text.length || text[at] === '\n'
    record.push(isEnd && field.endsWith('\r') ? field.slice(0, -1) : field)
    at++
    if (!isEnd) {
      // A delimiter at the end of the text has an empty field after it.
      if (at === text.length) record.push('')
      else continue
    }
    if (record.length > 1 || record[0] !== '') yield record
    record = []
  }
}

const endOfField = (text: string, start: number, delimiter: string): number => {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end++
  return end
}
