/** Names as they stand in a sentence and as they stand on a map: "Чечни" is Чечня, "śląskiego" is śląskie, 巴伐利亚州 is 巴伐利亚. */
import { wordsOf } from '../../catalog/fold.ts'
import type { Vocabulary } from '../vocabulary.ts'

/** What a folded name may be in its first case, itself left out; none for names of many words, which are not inflected. */
export const uninflected = (
  name: string,
  vocabulary: Pick<Vocabulary, 'endings' | 'suffixes'>,
): readonly string[] => {
  if (RUNNING.test(name)) return suffixed(name, vocabulary)
  const words = wordsOf(name)
  if (words.length > MOST_WORDS) return []
  let variants: readonly string[] = ['']
  for (const word of words)
    variants = variants
      .flatMap((before) => [word, ...formsOf(word, vocabulary)].map((each) => `${before} ${each}`.trim()))
      .slice(0, MOST_VARIANTS)
  return variants.filter((variant) => variant !== name)
}

const RUNNING = /^[\p{sc=Han}\p{sc=Katakana}ー]+$/u

const suffixed = (name: string, { suffixes }: Pick<Vocabulary, 'suffixes'>): readonly string[] => [
  ...suffixes.filter((suffix) => name.endsWith(suffix)).map((suffix) => name.slice(0, -suffix.length)),
  ...suffixes.map((suffix) => name + suffix),
]

const formsOf = (word: string, { endings }: Pick<Vocabulary, 'endings'>): readonly string[] =>
  endings
    .filter(({ written }) => word.endsWith(written) && word.length - written.length >= SHORTEST_STEM)
    .flatMap(({ written, inNames }) =>
      inNames.map((ending) => word.slice(0, word.length - written.length) + ending),
    )

/** "Panem" is no case of "Pan". */
const SHORTEST_STEM = 4
const MOST_WORDS = 3
const MOST_VARIANTS = 60
