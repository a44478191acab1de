/** Looks a row up in a table of `data/` whose rows are sorted by their bytes, so that none is parsed before it is found. */

/** Returns the row with this first field, by binary search; null if there is none. */
export const rowOf = (key: Buffer, rows: Buffer): string | null => {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    const start = middle === low ? low : Math.max(low, rows.lastIndexOf(NEWLINE, middle - 1) + 1)
    const end = rows.indexOf(NEWLINE, start)
    const order = Buffer.compare(rows.subarray(start, rows.indexOf(TAB, start)), key)
    if (order === 0) return rows.toString('utf8', start, end)
    if (order < 0) low = end + 1
    else high = start
  }
  return null
}

const NEWLINE = 0x0a
const TAB = 0x09
