/** Words with a long and a short form: "St. Louis" and "Saint Louis" are one name. */
import { wordsOf } from './fold.ts'
import type { NameWords } from './name-words.ts'

type Spellings = Pick<NameWords, 'spellings'>

/** Returns the word and its other forms. */
export const alternativesOf = (word: string, { spellings }: Spellings): readonly string[] =>
  spellings.get(word) ?? [word]

/** Returns every spelling of a folded name, itself first. */
export const spellingsOf = (folded: string, known: Spellings): readonly string[] => {
  let spellings: readonly string[] = ['']
  for (const word of wordsOf(folded)) {
    const alternatives = spellings.length < MAX_SPELLINGS ? alternativesOf(word, known) : [word]
    spellings = alternatives.flatMap((each) =>
      spellings.map((before) => (before === '' ? each : `${before} ${each}`)),
    )
  }
  return spellings
}

/** Separates the article in "d'Encamp" or "l'Aquila"; folding would join it with the name. */
export const unelided = (text: string, { elisions }: Pick<NameWords, 'elisions'>): string =>
  text.replace(elisions, '$1 ')

/** Names with two such words are rare; none has three. */
const MAX_SPELLINGS = 4
