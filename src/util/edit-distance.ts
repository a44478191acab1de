/** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment) that turn one word into the other. */
export const editDistance = (from: string, to: string): number => {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      let edits = Math.min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (same ? 0 : 1))
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (swapped) edits = Math.min(edits, beforeLast[column - 2] + 1)
      current.push(edits)
    }
    beforeLast = last
    last = current
  }
  return last[to.length]
}
