/** Finds what somebody probably meant to type. */

/** More edits than this, or than a third of the word, are another word and not a slip. */
const MOST_EDITS = 2

/** The candidate nearest to the word, when it is near enough to be a slip of the fingers. */
export const nearMiss = (word: string, candidates: readonly string[]): string | null => {
  const allowed = Math.min(MOST_EDITS, Math.floor(word.length / 3))
  let best: string | null = null
  let fewest = allowed + 1
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= fewest) continue
    const edits = editDistance(word.toLowerCase(), candidate.toLowerCase())
    if (edits < fewest) {
      fewest = edits
      best = candidate
    }
  }
  return best
}

/** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment) that turn one word into the other. */
const editDistance = (from: string, to: string): number => {
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
