/** Base forms of inflected names: "Чечни" is Чечня, "śląskiego" is śląskie, 江苏 is 江苏省. */
import { withLevelInRun } from '../../catalog/bare-names.ts'
import { wordsOf } from '../../catalog/fold.ts'
import type { Vocabulary } from '../vocabulary.ts'

/** The base forms that a folded name may have, without itself; empty for names of many words. */
export const uninflected = (
  name: string,
  vocabulary: Pick<Vocabulary, 'endings' | 'baseForms' | 'suffixes' | 'prefixes'>,
): readonly string[] => {
  const inFull = withLevelInRun(name, vocabulary)
  if (inFull.length > 0) return inFull
  const words = wordsOf(name)
  if (words.length > MAX_WORDS) return []
  let variants: readonly string[] = ['']
  for (const word of words)
    variants = variants
      .flatMap((before) => [word, ...wordForms(word, vocabulary)].map((each) => `${before} ${each}`.trim()))
      .slice(0, MAX_VARIANTS)
  return variants.filter((variant) => variant !== name)
}

const wordForms = (
  word: string,
  { endings, baseForms }: Pick<Vocabulary, 'endings' | 'baseForms'>,
): readonly string[] => {
  const base = baseForms.get(word)
  return base === undefined ? withOtherEnding(word, endings) : [base]
}

const withOtherEnding = (word: string, endings: Vocabulary['endings']): readonly string[] =>
  endings
    .filter(({ written }) => word.endsWith(written) && word.length - written.length >= MIN_STEM_LENGTH)
    .flatMap(({ written, inNames }) =>
      inNames.map((ending) => word.slice(0, word.length - written.length) + ending),
    )

/** "Panem" is not an inflected form of "Pan". */
const MIN_STEM_LENGTH = 4
const MAX_WORDS = 3
const MAX_VARIANTS = 60
