/**
 * Words that introduce a place and are dropped: "The Territory means", "Licensee may sell in". Nothing else is dropped: a lead-in that
 * denies, or sets a condition or a time, changes the area, and one behind the first place may speak of somebody else.
 */
import { foldName, wordsOf } from '../../catalog/fold.ts'
import { OPERATORS, type Vocabulary } from '../vocabulary.ts'
import { inItsLanguage } from './language.ts'
import { createTokenizer } from './tokens.ts'
import { vaguenessOf } from './vague.ts'
import { anyOf, compiledOnce, NO_LETTER_AFTER, NO_LETTER_BEFORE, wholeWords } from './word-pattern.ts'

export interface LeadIns {
  /** @param isFirst no place stands before it */
  readonly mayDrop: (text: string, isFirst: boolean) => boolean
  /** "Governing law": words of another subject. */
  readonly isTopic: (text: string) => boolean
  /** "Licensor ships to": what it says is true of somebody else. A seller, where nothing stands before, says where it sells. */
  readonly isOfGrantor: (text: string, isFirst: boolean) => boolean
  /** How many characters of a sentence come before what may be its first place: "Cases were reported from", "Embargoed destinations:". */
  readonly ofSentence: (sentence: string) => number
  /** The same for statements with more verbs and prepositions: "Our congregation has houses in", "The deanery takes in". */
  readonly ofOpenSentence: (sentence: string) => number
}

export const createLeadIns = compiledOnce((vocabulary: Vocabulary): LeadIns => {
  const { sentenceWords, phraseWords } = vocabulary
  const limiting = wholeWords([
    ...phraseWords.negations,
    ...phraseWords.alternatives,
    ...sentenceWords.conditions,
    ...sentenceWords.times,
  ])
  const year = new RegExp(
    `${NO_LETTER_BEFORE}${anyOf(sentenceWords.times_of_years)}\\s+(?:\\S+\\s+){0,3}(?:19|20)\\d\\d(?!\\d)`,
    'iu',
  )
  const { grantors, makers, sellers, themselves } = sentenceWords
  const grantor = wholeWords([...grantors, ...makers, ...sellers])
  const anyGrantor = wholeWords(grantors)
  // "Seller's licence extends to" speaks of the licence.
  const beginningWith = (words: string): RegExp =>
    new RegExp(`^\\s*(?:${anyOf(phraseWords.articles)}\\s+)?${words}(?!\\p{L}|['’]\\p{L})`, 'iu')
  const grantorFirst = beginningWith(
    `(?:${anyOf([...grantors, ...makers])}|${anyOf(sellers)}\\s+${anyOf(themselves)})`,
  )
  const sellerFirst = beginningWith(anyOf(sellers))
  const grants = wholeWords(sentenceWords.grants)
  const subject = wholeWords(sentenceWords.subjects)
  const upToPlace = placedBehind(sentenceWords.lead_in_ends, vocabulary)
  const openUpToPlace = placedBehind(
    [...sentenceWords.open_lead_in_ends, ...sentenceWords.lead_in_verbs],
    vocabulary,
  )
  const turning = wholeWords(sentenceWords.turning)
  /** The name of the area itself needs no note. */
  const title = new RegExp(anyOf(phraseWords.titles), 'iu')
  const past = wholeWords(sentenceWords.past)
  const topic = wholeWords(vocabulary.asides)
  const tokens = createTokenizer(vocabulary)
  const auxiliary = wholeWords(sentenceWords.auxiliaries)
  const verb = wholeWords([...sentenceWords.auxiliaries, ...sentenceWords.lead_in_verbs])
  const relative = wholeWords(sentenceWords.relatives)
  /** "Der", "die" and "das" are articles, too. */
  const articles = new Set(phraseWords.articles)
  const openRelative = wholeWords(sentenceWords.relatives.filter((each) => !articles.has(each)))
  const level = wholeWords([...sentenceWords.units_one, ...sentenceWords.units_many])
  const operator = wholeWords(
    OPERATORS.filter((each) => each !== 'and').flatMap((each) => vocabulary.operators[each]),
  )
  const announcing = new RegExp(`(?<=\\s)${anyOf(sentenceWords.units_many)}:\\s+$`, 'iu')
  const isUnlimited = (text: string): boolean =>
    !limiting.test(text.replaceAll(NON_EXCLUSIVE, '')) && !year.test(text)
  const saysNothing = (text: string): boolean =>
    isUnlimited(text) &&
    !level.test(text) &&
    !(title.test(text) && past.test(text)) &&
    vaguenessOf(text, vocabulary) === null
  return {
    isTopic: (text) => topic.test(text),
    ofSentence: (sentence) => {
      if (ASKS.test(sentence)) return 0
      const label = LABEL.exec(sentence)?.[0] ?? ''
      const statement = upToPlace.exec(sentence)?.[0] ?? ''
      const isLabel =
        label !== '' &&
        !title.test(label) &&
        !topic.test(label) &&
        tokens(label.trim()).every(({ kind }) => kind === 'text' || kind === 'colon')
      if (isLabel && saysNothing(label) && !turning.test(label)) return label.length
      // "Vaccination campaign districts: …" announces a level.
      const units = isLabel ? announcing.exec(label) : null
      if (units !== null && saysNothing(label.slice(0, units.index))) return units.index
      const isStatement = auxiliary.test(statement) && !relative.test(statement) && !turning.test(statement)
      return isStatement && saysNothing(statement) ? statement.length : 0
    },
    ofOpenSentence: (sentence) => {
      if (ASKS.test(sentence)) return 0
      const heading = LIST_TITLE.exec(sentence)?.[0] ?? ''
      const isTitle = heading !== '' && isUnlimited(heading) && !YEAR.test(heading)
      if (isTitle && [level, turning, operator].every((words) => !words.test(heading))) return heading.length
      const open = openUpToPlace.exec(withSmallFirst(sentence))?.[0] ?? ''
      const said = inItsLanguage(sentence, sentenceWords).slice(0, open.length)
      const isOpen =
        verb.test(open) &&
        saysNothing(said) &&
        !year.test(open) &&
        [openRelative, turning, grantorFirst, anyGrantor].every((words) => !words.test(said))
      return isOpen ? open.length : 0
    },
    // "The Company is appointed for" is no grant of the Company.
    isOfGrantor: (text, isFirst) =>
      (grantorFirst.test(text) || (!isFirst && sellerFirst.test(text))) &&
      (!grants.test(text) || auxiliary.test(text)),
    mayDrop: (text, isFirst) =>
      isUnlimited(text) &&
      (isFirst ||
        (!grantor.test(text) &&
          wordsOf(foldName(text)).every(
            (word) => subject.test(word) || vocabulary.titles.has(word) || isPlainWord(word, vocabulary),
          ))),
  }
})

const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/u

/** A line above a list with marks: "Sales area North\n✓ Ohio\n✓ Utah". */
const LIST_TITLE =
  /^[^\n.;]{3,60}(?:\([^()\n]{1,30}\))?:?\s*\n+(?=(?:[^\S\n]*(?:[-–—•*·✓✔✅☑]|\d{1,2}[.)]|\d\d(?=\s\p{Lu}))\s+[^\n]{2,60}(?:\n|$)){2,}\s*$)/u

/** "Serving Ohio": its first word is no name. */
const withSmallFirst = (sentence: string): string =>
  sentence.replace(/^\s*\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase())

/** It denies nothing. */
const NON_EXCLUSIVE = /(?<!\p{L})non-(?=\p{L})/giu

/** Up to a capital, or to words that announce names, behind one of the words. */
const placedBehind = (
  ends: readonly string[],
  { phraseWords, sentenceWords, numberWords, every }: Vocabulary,
): RegExp => {
  const whole = anyOf([...every.flatMap((word) => [word, `${word} of`]), ...sentenceWords.whole])
  const number = `(?:\\d{1,3}|${anyOf([...numberWords.numbers.keys()])})`
  return new RegExp(
    `^[^:;()\\n"“„«]{0,${MAX_LETTERS}}?${NO_LETTER_BEFORE}${anyOf(ends, '\\s+')}(?:\\s+|(?<=['’]))(?=(?:${whole}\\s+)?(?:${anyOf(phraseWords.articles)}\\s+)?(?:${number}\\s+(?:\\(\\d{1,3}\\)\\s+)?)?(?:\\p{Lu}|${anyOf(sentenceWords.units_many)}${NO_LETTER_AFTER}|${anyOf(sentenceWords.announcing)}${NO_LETTER_AFTER}))`,
    'u',
  )
}

/** What it says may be true or not. */
const ASKS = /\?["”’)]*\s*$/u

/** A title of one's own. */
const LABEL = /^\s*[^:;,()\n"“„«–—]{3,60}(?:\([\p{L}/]{1,9}\)\s*)?(?::|(?<=\s)[–—])\s+(?=\S)/u

/** Longer ones are seldom one statement. */
const MAX_LETTERS = 150

/** Whether the word alone says nothing about land. */
export const isPlainWord = (word: string, vocabulary: Vocabulary): boolean => {
  const { fillers, inside, every, levels, trailing, prose, glosses, phraseWords } = vocabulary
  return (
    [fillers, levels, trailing, prose].some((words) => words.has(word)) ||
    [inside, every, glosses, phraseWords.plain].some((words) => words.includes(word)) ||
    /^\d{1,3}$/.test(word)
  )
}
