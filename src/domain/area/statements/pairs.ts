/** Exceptions before their place, and of two places: "both Spain (except Ceuta) and France (except Corsica)", "Kansas and Nebraska, excluding A and B respectively". */
import { anyOf, compiledOnce, NO_LETTER_AFTER, NO_LETTER_BEFORE } from '../text/word-pattern.ts'
import type { Vocabulary } from '../vocabulary.ts'

type Words = Pick<Vocabulary, 'operators' | 'phraseWords' | 'sentenceWords'>

export const withPairsApart = (text: string, words: Words): string => {
  const { both, respectively, fronted, opening } = pairPatterns(words)
  return text
    .replaceAll(fronted, (whole: string, except: string, place: string, at: number) =>
      opening.test(text.slice(Math.max(0, at - MAX_OPENING), at)) ? `${place} ${except}` : whole,
    )
    .replaceAll(both, '')
    .replaceAll(respectively, (_, first, second, except, ofFirst, ofSecond) =>
      [`${first} ${except} ${ofFirst}`, `${second} ${except} ${ofSecond}`].join('; '),
    )
}

const pairPatterns = compiledOnce(({ operators, phraseWords, sentenceWords }: Words) => {
  const and = anyOf(operators.and.filter((word) => /^\p{L}+$/u.test(word)))
  const place = '[^,;.:()\\n]{2,60}?'
  const except = anyOf(operators.except, '\\s+')
  return {
    both: new RegExp(
      `${NO_LETTER_BEFORE}${anyOf(phraseWords.both)}\\s+(?=${place}\\s?[([][^()[\\]\\n]+[)\\]],?\\s+${and}\\s${place}\\s?[([])`,
      'giu',
    ),
    /** Before it: the beginning, or words that announce a place. */
    opening: new RegExp(
      `(?:^|[:.\\n]\\s*|${NO_LETTER_BEFORE}${anyOf(sentenceWords.open_lead_in_ends)}\\s)$`,
      'iu',
    ),
    /** "With the exception of Brittany, Corsica, and Normandy, all of France". */
    fronted: new RegExp(
      `${NO_LETTER_BEFORE}(${except}\\s+[^.;:()\\n]{2,200}?),\\s+((?:${anyOf(phraseWords.whole_of, '\\s+')})\\s+[^,.;:()\\n]{2,60})(?=\\s*(?:[.;\\n]|$))`,
      'giu',
    ),
    respectively: new RegExp(
      `(?<=^|[:\\s])(\\p{Lu}${place})\\s+${and}\\s+(${place}),?\\s+(${except})\\s+(${place})\\s+${and}\\s+(${place}),?\\s+${anyOf(phraseWords.respectively)}${NO_LETTER_AFTER}`,
      'gu',
    ),
  }
})

/** Letters of the longest of these words. */
const MAX_OPENING = 40
