/** The town that a name may mean if no boundary has exactly this name. */
import type { Lexicon } from './lexicon.ts'
import type { NameContexts } from './name-contexts.ts'
import type { FoundByName } from './ranking.ts'
import { readingsOf } from './readings.ts'
import type { PlacedTown } from './town-beside.ts'
import { boundaryOfTown } from './town-boundary.ts'
import { othersOf, type Reverse, type SearchedFor, townsOf } from './towns-of-reading.ts'

/** `found`: boundaries that match only in part. */
export const townInstead = async (
  found: readonly FoundByName[],
  question: SearchedFor,
  contexts: NameContexts,
  lexicon: Lexicon,
  reverse: Reverse,
): Promise<PlacedTown | null> => {
  const { words } = lexicon
  const { written, understood, guessed } = readingsOf(question.text, words)
  for (const reading of [...written, ...understood, ...(found.length === 0 ? guessed : [])]) {
    const towns = await townsOf(reading, question, contexts, lexicon, reverse)
    const town = towns.at(0)
    if (town === undefined || (found.length > 0 && town.population < MIN_MEANT)) continue
    const boundary = boundaryOfTown(town, await reverse(town.position), words)
    return { town, boundary, others: othersOf(town, towns, reading, question, words) }
  }
  return null
}

/** If boundaries' names begin with the query, most people do not mean a smaller town. */
const MIN_MEANT = 20_000
