/** Names as they stand in a sentence and as they stand on a map: "Чечни" is Чечня, "śląskiego" is śląskie, "Bayerns" is Bayern. */
import { wordsOf } from '../../catalog/fold.ts'
import type { Vocabulary } from '../vocabulary.ts'

/** What a folded name may be in its first case, itself left out; none for names of many words, which are not inflected. */
export const uninflected = (name: string, vocabulary: Pick<Vocabulary, 'endings'>): readonly string[] => {
  const words = wordsOf(name)
  if (words.length > MOST_WORDS) return []
  let variants: readonly string[] = ['']
  for (const word of words)
    variants = variants
      .flatMap((before) => [word, ...formsOf(word, vocabulary)].map((each) => `${before} ${each}`.trim()))
      .slice(0, MOST_VARIANTS)
  return variants.filter((variant) => variant !== name)
}

const formsOf = (word: string, { endings }: Pick<Vocabulary, 'endings'>): readonly string[] =>
  endings
    .filter(({ written }) => word.endsWith(written) && word.length - written.length >= shortestStem(word))
    .flatMap(({ written, inNames }) =>
      inNames.map((ending) => word.slice(0, word.length - written.length) + ending),
    )

/** "Panem" is no case of "Pan"; two Chinese characters are a name. */
const shortestStem = (word: string): number => (/\p{sc=Han}/u.test(word) ? 2 : 4)

const MOST_WORDS = 3
const MOST_VARIANTS = 60
