/**
 * Words that introduce a place and are dropped: "The Territory means", "Licensee may sell in". Nothing else is dropped: a lead-in that
 * denies, or sets a condition or a time, changes the area, and one behind the first place may speak of somebody else.
 */
import { foldName, wordsOf } from '../../catalog/fold.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { anyOf, compiledOnce, NO_LETTER_AFTER, NO_LETTER_BEFORE } from './word-pattern.ts'

export interface LeadIns {
  /** @param isFirst no place stands before it */
  readonly mayDrop: (text: string, isFirst: boolean) => boolean
  /** "Licensor ships to": what it says is true of somebody else. */
  readonly isOfGrantor: (text: string) => boolean
}

export const createLeadIns = compiledOnce((vocabulary: Vocabulary): LeadIns => {
  const { sentenceWords, phraseWords } = vocabulary
  const whole = (words: readonly string[]): RegExp =>
    new RegExp(`${NO_LETTER_BEFORE}${anyOf(words, '\\s+')}${NO_LETTER_AFTER}`, 'iu')
  const limiting = whole([...phraseWords.negations, ...sentenceWords.conditions, ...sentenceWords.times])
  const year = new RegExp(
    `${NO_LETTER_BEFORE}${anyOf(sentenceWords.times_of_years)}\\s+(?:\\S+\\s+){0,3}(?:19|20)\\d\\d(?!\\d)`,
    'iu',
  )
  const grantor = whole(sentenceWords.grantors)
  const grantorFirst = new RegExp(
    `^\\s*(?:${anyOf(phraseWords.articles)}\\s+)?${anyOf(sentenceWords.grantors)}${NO_LETTER_AFTER}`,
    'iu',
  )
  const grants = whole(sentenceWords.grants)
  const subject = whole(sentenceWords.subjects)
  return {
    isOfGrantor: (text) => grantorFirst.test(text) && !grants.test(text),
    mayDrop: (text, isFirst) =>
      !limiting.test(text) &&
      !year.test(text) &&
      (isFirst ||
        (!grantor.test(text) &&
          wordsOf(foldName(text)).every((word) => subject.test(word) || isPlainWord(word, vocabulary)))),
  }
})

/** Whether the word alone says nothing about land. */
export const isPlainWord = (word: string, vocabulary: Vocabulary): boolean => {
  const { fillers, inside, every, levels, trailing, prose, glosses, phraseWords } = vocabulary
  return (
    [fillers, levels, trailing, prose].some((words) => words.has(word)) ||
    [inside, every, glosses, phraseWords.plain].some((words) => words.includes(word)) ||
    /^\d{1,3}$/.test(word)
  )
}
