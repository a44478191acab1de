/**
 * Returns the number of insertions, deletions, substitutions and swaps of neighbours (optimal string alignment) between two
 * words. If it exceeds `max`, the result is some number above `max`, because the exact one would take much longer.
 */
export const editDistance = (from: string, to: string, max = Number.POSITIVE_INFINITY): number => {
  let start = 0
  let fromEnd = from.length
  let toEnd = to.length
  while (start < fromEnd && start < toEnd && from.charCodeAt(start) === to.charCodeAt(start)) start++
  while (fromEnd > start && toEnd > start && from.charCodeAt(fromEnd - 1) === to.charCodeAt(toEnd - 1)) {
    fromEnd--
    toEnd--
  }
  const rows = fromEnd - start
  const columns = toEnd - start
  if (Math.abs(rows - columns) > max) return Math.abs(rows - columns)
  if (rows === 0 || columns === 0) return rows + columns
  // If both words still differ at both ends, one edit is enough only for a swap or a single substitution.
  if (max === 1 && Math.max(rows, columns) > 2) return 2
  return align(from.slice(start, fromEnd), to.slice(start, toEnd), max)
}

const align = (from: string, to: string, max: number): number => {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    let fewest = row
    for (let column = 1; column <= to.length; column++) {
      const letter = from.charCodeAt(row - 1)
      const same = letter === to.charCodeAt(column - 1)
      let edits = Math.min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (same ? 0 : 1))
      const swapped =
        row > 1 &&
        column > 1 &&
        letter === to.charCodeAt(column - 2) &&
        from.charCodeAt(row - 2) === to.charCodeAt(column - 1)
      if (swapped) edits = Math.min(edits, beforeLast[column - 2] + 1)
      current.push(edits)
      if (edits < fewest) fewest = edits
    }
    // A later row can be one less than the smallest of the two rows before it only by a swap, which itself counts one.
    if (fewest > max && row > 1 && Math.min(...last) >= max) return fewest
    beforeLast = last
    last = current
  }
  return last[to.length]
}
