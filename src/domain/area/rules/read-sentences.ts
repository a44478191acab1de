/** Selects the sentences to read, and writes a note for each ignored one. */
import { shortened } from '../../../util/shorten-text.ts'
import type { Slot } from '../statements/form.ts'
import type { Stated } from '../statements/form-reader.ts'
import { createLeadIns } from '../text/lead-ins.ts'
import type { Sentence } from '../text/sentences.ts'
import { createTokenizer } from '../text/tokens.ts'
import { anyOf, compiledOnce, wholeWords } from '../text/word-pattern.ts'
import type { Vocabulary } from '../vocabulary.ts'
import type { SentenceWords } from '../word-lists.ts'
import { namesInCapitals } from './names-in-capitals.ts'
import type { Phrases } from './phrases.ts'
import type { Towns } from './towns.ts'

export interface SentencesRead {
  readonly territorial: string
  /** The same sentences as written, with the words of forms and before places. */
  readonly written: string
  readonly notes: readonly string[]
  /** Sentences that are set aside although they do not say what they are about. */
  readonly passedOver: readonly Pick<Sentence, 'text' | 'about'>[]
}

export const readSentences = async (
  sentences: readonly Sentence[],
  phrases: Pick<Phrases, 'isName' | 'isLargeName' | 'isProse' | 'isRemote'>,
  towns: Pick<Towns, 'isKnown'>,
  vocabulary: Vocabulary,
): Promise<SentencesRead> => {
  const placed = placedPattern(vocabulary.sentenceWords)
  const { mayDrop, ofSentence, ofOpenSentence } = createLeadIns(vocabulary)
  const tokens = createTokenizer(vocabulary)
  const mayBeUnknown = unknownNames(vocabulary.sentenceWords, sentences)
  /** "The factory is in Norway. We sell in Sweden.": the second names the area; "Except Oslo." does not. */
  const isDefinition = ({ text, about, stated }: Sentence, at: number): boolean =>
    at > 0 &&
    about === 'land' &&
    (stated === null
      ? !phrases.isRemote(text, true) && tokens(text)[0]?.kind === 'text'
      : stated.places.some(({ slot }) => slot === 'in'))
  const read: string[] = []
  const aside: string[] = []
  /** About the area, without a place: "Territory: as set out in Schedule 3." */
  const placeless: string[] = []
  for (const { text, about, stated, preamble, isOpen } of sentences) {
    if (about !== 'land') aside.push(text)
    else if (stated !== null) read.push(...inPlainWords(stated))
    else if (
      sentences.length > 1 &&
      phrases.isRemote(text, isOpen) &&
      !(await namesPlace(text, phrases, placed))
    )
      placeless.push(text)
    else if (
      preamble > 0 &&
      mayDrop(text.slice(0, preamble), true) &&
      !(await namesPlace(text.slice(0, preamble), phrases, placed))
    )
      read.push(text.slice(preamble))
    else {
      const mayLeadIn = preamble === 0 && read.length === 0 && !sentences.some(isDefinition)
      const leadIn = !mayLeadIn ? 0 : isOpen ? ofOpenSentence(text) : ofSentence(text)
      const isElsewhere =
        leadIn > 0 && !(await mayNamePlace(text.slice(0, leadIn), phrases, towns, mayBeUnknown))
      if (isElsewhere) aside.push(text.slice(0, leadIn))
      read.push(isElsewhere ? text.slice(leadIn) : text)
    }
  }
  // If no sentence describes land, all are read, so that the refusal names the words.
  if (read.length === 0) read.push(...(placeless.length > 0 ? placeless : aside).splice(0))
  aside.push(...placeless)
  const notes = aside
    .slice(0, MAX_NOTES)
    .map((text) => `Ignored, because it does not describe land: "${shortened(oneLine(text), MAX_LETTERS)}"`)
  const more = aside.length - notes.length
  return {
    territorial: read.map((text) => text.trim()).join('\n'),
    written: sentences
      .filter(({ about }) => about === 'land')
      .map(({ text }) => text)
      .join('\n'),
    notes: more > 0 ? [...notes, `${more} more sentences were ignored.`] : notes,
    passedOver: sentences
      .filter(({ about }) => about === 'probably something else' || about === 'doubtful')
      .map(({ text, about }) => ({ text: oneLine(text), about })),
  }
}

/** What a form says, in words that a list of places has: what is in before what is left out of it. */
const inPlainWords = ({ places }: Stated): readonly string[] => {
  const of = (slot: Slot): readonly string[] =>
    places.filter((each) => each.slot === slot).map(({ text }) => text)
  return [
    ...of('in').map(asSentence),
    ...of('out').map((text) => asSentence(`excluding ${text}`)),
    ...of('back').map(asSentence),
  ]
}

/** "D.C." has its full stop. */
const asSentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

/** Whether the preamble may name a place itself: "the town of Figueres in Catalonia". */
const namesPlace = async (
  text: string,
  phrases: Pick<Phrases, 'isName' | 'isProse'>,
  placed: RegExp,
): Promise<boolean> => {
  for (const [, word] of text.matchAll(placed)) if (!phrases.isProse(word)) return true
  return (await namesInCapitals(text, (name) => phrases.isName(name))).length > 0
}

/** Whether some of its words are the name of a place; in small letters, of a large one: "our territory is bavaria in". */
const mayNamePlace = async (
  text: string,
  phrases: Pick<Phrases, 'isName' | 'isLargeName' | 'isProse'>,
  towns: Pick<Towns, 'isKnown'>,
  mayBeUnknown: (word: string) => boolean,
): Promise<boolean> => {
  const words = text.match(WORD) ?? []
  if (words.slice(1).some((word) => !phrases.isProse(word) && mayBeUnknown(word))) return true
  for (let from = 0; from < words.length; from++)
    for (let to = Math.min(words.length, from + MAX_WORDS); to > from; to--) {
      const run = words.slice(from, to)
      const name = run.join(' ')
      if (run.every((word) => phrases.isProse(word))) continue
      // A sentence begins with a capital: "Our mobile vets".
      const isSmall = run.every((word, at) => /^\p{Ll}/u.test(word) || (from === 0 && at === 0 && to > 1))
      if (isSmall && name.length < MIN_SMALL) continue
      if (isSmall ? towns.isKnown(name, MIN_CITY) : towns.isKnown(name)) return true
      if (await (isSmall ? phrases.isLargeName(name) : phrases.isName(name))) return true
    }
  return false
}

/** A word in capitals, but for the first, may belong to a name that is unknown: no term of contracts, and no noun of German. */
const unknownNames = (words: SentenceWords, sentences: readonly Sentence[]): ((word: string) => boolean) => {
  const { term, inNouns } = capitalPatterns(words)
  const isOfNouns = sentences.some(({ text }) => inNouns.test(text))
  return (word) => /^\p{Lu}\p{Ll}/u.test(word) && !isOfNouns && !term.test(word)
}

const capitalPatterns = compiledOnce((words: SentenceWords) => ({
  term: new RegExp(`^${anyOf(words.terms)}$`, 'iu'),
  inNouns: wholeWords(words.noun_capitals, 'u'),
}))

const placedPattern = compiledOnce(
  (words: SentenceWords) =>
    new RegExp(
      `(?<!\\p{L})${anyOf(words.placed_by)}\\s+(?:${anyOf(words.the)}\\s+)?(\\p{Lu}[\\p{L}’'-]*)`,
      'gu',
    ),
)

const oneLine = (text: string): string => text.trim().replaceAll(/\s+/gu, ' ')

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}’'.-]*/gu

const MAX_WORDS = 6
/** Shorter words in small letters are prepositions, not codes: "del". */
const MIN_SMALL = 4
/** Smaller towns in small letters are words: "houses". */
const MIN_CITY = 1_000_000
const MAX_NOTES = 10
const MAX_LETTERS = 120
