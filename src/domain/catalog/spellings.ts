/** Words with a long and a short form: "St. Louis" and "Saint Louis" are one name. */
import { wordsOf } from './fold.ts'

/** The word and its other forms. */
export const alternativesOf = (word: string): readonly string[] => ALTERNATIVES.get(word) ?? [word]

/** Every spelling of a folded name, itself first. */
export const spellingsOf = (folded: string): readonly string[] => {
  let spellings: readonly string[] = ['']
  for (const word of wordsOf(folded)) {
    const alternatives = spellings.length < MAX_SPELLINGS ? alternativesOf(word) : [word]
    spellings = alternatives.flatMap((each) =>
      spellings.map((before) => (before === '' ? each : `${before} ${each}`)),
    )
  }
  return spellings
}

/** Names with two such words are rare; with three there are none. */
const MAX_SPELLINGS = 4

/** English, French, German, Dutch, Spanish and Catalan place names; all folded. */
const SAME_WORDS: readonly (readonly string[])[] = [
  ['saint', 'st', 'sankt', 'sint'],
  ['sainte', 'ste'],
  ['san', 'sant'],
  ['mount', 'mt'],
  ['fort', 'ft'],
]

/** What a single letter before a name means: "N. Korea", "W Virginia". */
const POINTS = {
  n: ['north', 'northern'],
  s: ['south', 'southern'],
  e: ['east', 'eastern'],
  w: ['west', 'western'],
}

const ALTERNATIVES: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.entries(POINTS).map(([letter, words]) => [letter, [letter, ...words]] as const),
  ...SAME_WORDS.flatMap((words) =>
    words.map((word) => [word, [word, ...words.filter((other) => other !== word)]] as const),
  ),
])
