/**
 * Looks a row up in a table of `data/` whose rows are sorted by their bytes, so that none is parsed before it is found. Each search looks up
 * several names: loops over few bytes take half the time of the methods of Buffer.
 */

/** Returns the row with this first field, by binary search; null if there is none. */
export const rowOf = (key: Buffer, rows: Buffer): string | null => {
  let low = 0
  let high = rows.length
  while (low < high) {
    let start = (low + high) >> 1
    while (start > low && rows[start - 1] !== NEWLINE) start--
    const order = orderOf(rows, start, key)
    if (order > 0) high = start
    else {
      let end = start
      while (rows[end] !== NEWLINE) end++
      if (order === 0) return rows.toString('utf8', start, end)
      low = end + 1
    }
  }
  return null
}

/** Compares the first field of the row that begins there with the key. */
const orderOf = (rows: Buffer, start: number, key: Buffer): number => {
  for (let at = 0; ; at++) {
    const byte = rows[start + at]
    if (byte === TAB) return at === key.length ? 0 : -1
    if (at === key.length) return 1
    if (byte !== key[at]) return byte - key[at]
  }
}

const NEWLINE = 0x0a
const TAB = 0x09
