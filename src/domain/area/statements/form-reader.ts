/** Reads a sentence by the forms of `data/areas/forms/`. */
import { compiledOnce, wholeWords } from '../text/word-pattern.ts'
import { OPERATORS, type Vocabulary } from '../vocabulary.ts'
import { createFormMatcher, type Filled, type Form, parseForm, type Slot } from './form.ts'
import { lex, type Token } from './lex.ts'

/** What a sentence says of places: the words of each slot as written, in the order of the text. */
export interface Stated {
  /** The form, as the file writes it. */
  readonly form: string
  /** Whether it counts only where nothing else says what is in. */
  readonly isAlone: boolean
  readonly places: readonly { readonly slot: Slot; readonly text: string }[]
}

export type FormReader = (sentence: string) => Stated | null

type FormVocabulary = Pick<Vocabulary, 'forms' | 'operators' | 'phraseWords' | 'sentenceWords'>

/** Null where no form matches, or where the closest forms disagree on what fills their slots. */
export const createFormReader = compiledOnce(
  ({ forms, operators, phraseWords, sentenceWords }: FormVocabulary): FormReader => {
    const matcher = createFormMatcher(forms)
    const changing = wholeWords(
      OPERATORS.filter((each) => each !== 'and' && each !== 'nor').flatMap((each) => operators[each]),
    )
    /** "Nobody said that Acme" is no name. */
    const limiting = wholeWords([
      ...phraseWords.negations,
      ...sentenceWords.conditions,
      ...sentenceWords.times,
    ])
    /** "Canton A; provided that B is not included": what is left out, or is in again, is a plain list. */
    const mayFill = ({ slot, text }: Stated['places'][number]): boolean =>
      slot === 'place'
        ? lex(text).length <= MAX_PLACE_TOKENS && !/,\s*\p{Ll}/u.test(text) && !limiting.test(text)
        : /^[\p{L}\p{N}]/u.test(text) && (slot === 'in' || !(changing.test(text) || /[;:\n]/u.test(text)))
    const opening = parseForm(OPENING, forms.classes)
    const parsed = forms.forms.map(({ form, alone = false }) => ({
      form: parseForm(form, forms.classes),
      isAlone: alone,
      mayHaveException: form.includes('<in>') && !form.includes('<out>'),
    }))
    return (sentence) => {
      // "Maine, Nevada, …" leaves open what belongs to the area.
      if (LEFT_OPEN.test(sentence)) return null
      const tokens = withoutEnd(lex(sentence).filter(({ text }) => !QUOTES.has(text)))
      if (tokens.length === 0) return null
      const openings = matcher.beginnings(opening, tokens)
      const plain = openings.filter(({ filled }) => filled.length === 0)
      const found = parsed.flatMap(({ form, isAlone, mayHaveException }) =>
        (mayHaveException ? openings : plain).flatMap((from) =>
          matcher
            .matches(form, tokens, from)
            .map((filled) => ({ ...statedBy(form, filled, tokens, sentence), isAlone }))
            .filter(({ places }) => places.every(mayFill)),
        ),
      )
      const least = Math.min(...found.map(lettersLeft))
      const closest = found.filter((stated) => lettersLeft(stated) === least)
      const readings = new Set(closest.map(({ places }) => JSON.stringify(places)))
      return readings.size === 1 ? closest[0] : null
    }
  },
)

/** The closest form is the one that leaves the fewest words to the slots: "in Norway" is not a place where a form has "in". */
const lettersLeft = ({ places }: Stated): number => places.reduce((sum, { text }) => sum + text.length, 0)

/** "For clarity, …", "Except for Oslo, …". */
const OPENING = '[{connector} [,]] [{but_for} <out> ,]'

const withoutEnd = (tokens: readonly Token[]): readonly Token[] =>
  tokens.slice(0, tokens.findLastIndex(({ text }) => !ENDS.has(text)) + 1)

const LEFT_OPEN = /(?:\.\s?\.|…)\s*$/u

const ENDS: ReadonlySet<string> = new Set(['.', ';', '!', ','])

const QUOTES: ReadonlySet<string> = new Set('"“”„«»‘’‚')

const statedBy = (
  { written }: Form,
  filled: readonly Filled[],
  tokens: readonly Token[],
  sentence: string,
): Omit<Stated, 'isAlone'> => ({
  form: written,
  places: filled.map(({ slot, from, to }) => ({
    slot,
    text: sentence.slice(tokens[from].from, tokens[to - 1].to),
  })),
})

/** "Bob", "Boise, Idaho": more words, or "Ann, a competitor", may say more. */
const MAX_PLACE_TOKENS = 6
