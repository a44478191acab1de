/** Items that a new one may repeat. */
import type { ItemSummary } from './item.ts'
import type { FeedbackStore } from './ports.ts'
import { beginningsOf, foldText, likeness } from './text-similarity.ts'

/** Returns the items with similar titles, the most similar first. */
export const similarItems = async (
  store: Pick<FeedbackStore, 'withTitleWords'>,
  title: string,
): Promise<readonly ItemSummary[]> => {
  const folded = foldText(title)
  const beginnings = beginningsOf(folded)
  if (beginnings.length === 0) return []
  const candidates = await store.withTitleWords(beginnings, MAX_COMPARED)
  return candidates
    .map(({ titleWords, ...item }) => ({ item, likeness: likeness(folded, titleWords) }))
    .filter((candidate) => candidate.likeness >= MIN_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness || b.item.upvotes - a.item.upvotes)
    .slice(0, MAX_SIMILAR)
    .map(({ item }) => item)
}

const MAX_COMPARED = 100
const MIN_LIKENESS = 0.5
const MAX_SIMILAR = 5
