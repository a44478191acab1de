/** Suggests corrections of mistyped words. */
import { editDistance } from './edit-distance.ts'

/** More edits than this, or than a third of the word, make a different word. */
const MAX_EDITS = 2

/** Returns the candidate closest to the word, if it is close enough to be a typing error. */
export const suggest = (word: string, candidates: readonly string[]): string | null => {
  const allowed = Math.min(MAX_EDITS, Math.floor(word.length / 3))
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
