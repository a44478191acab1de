/** Knowledge about names that does not come from boundaries. */
import type { Gazetteer } from '../gazetteer/ports.ts'
import type { HintFacts } from './hint-facts.ts'
import type { NameWords } from './name-words.ts'

export interface Lexicon {
  readonly words: NameWords
  /** Towns, most of which have no polygon. */
  readonly towns: Pick<Gazetteer, 'named'>
  /** If absent, hints know towns only. */
  readonly facts?: HintFacts
}
