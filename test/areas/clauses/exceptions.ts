/** The words of exceptions and restrictions. */
import type { ListForm } from './clause.ts'
import { except, type Phrase, say, textOf } from './phrase.ts'
import type { Random } from './random.ts'

const EXCEPT_WORDS = [
  'except',
  'excluding',
  'other than',
  'but not',
  'with the exception of',
  'not including',
  'save for',
  'except for',
  'apart from',
  'but excluding',
]

type Sentence = (excluded: Phrase, isOne: boolean) => Phrase

const VERB_LAST: readonly Sentence[] = [
  (excluded, isOne) => say`${excluded} ${isOne ? 'is' : 'are'} excluded.`,
  (excluded, isOne) => say`${excluded} ${isOne ? 'is' : 'are'} excluded from the Territory.`,
]

const VERB_FIRST: readonly Sentence[] = [
  (excluded) => say`The Territory shall not include ${excluded}.`,
  (excluded) => say`The Territory does not include ${excluded}.`,
  (excluded) => say`The Territory excludes ${excluded}.`,
]

export interface WithException {
  readonly phrase: Phrase
  readonly sentences: readonly Phrase[]
  readonly kind: 'except' | 'except-in-brackets' | 'except-in-sentence'
}

/** An exception to a whole list is separated from its last item. */
const SEPARATORS: Partial<Record<ListForm, string>> = {
  semicolons: '; ',
  lettered: '; ',
  bullets: '\n',
  numbered: '\n',
  lines: '\n',
}

export const withException = (
  random: Random,
  base: Phrase,
  excluded: Phrase,
  { isOne, list = 'one' }: { readonly isOne: boolean; readonly list?: ListForm },
): WithException => {
  const hasColon = textOf(excluded).includes(':')
  if (random.chance(0.2))
    return {
      phrase: base,
      sentences: [random.pick(hasColon ? VERB_FIRST : [...VERB_LAST, ...VERB_FIRST])(excluded, isOne)],
      kind: 'except-in-sentence',
    }
  const words = except(random.pick(EXCEPT_WORDS))
  if (list === 'one' && random.chance(0.25))
    return { phrase: say`${base} (${words} ${excluded})`, sentences: [], kind: 'except-in-brackets' }
  const separator = SEPARATORS[list] ?? ', '
  return {
    phrase: say`${base}${list === 'one' ? random.pick([', ', ' ']) : separator}${words} ${excluded}`,
    sentences: [],
    kind: 'except',
  }
}

/** Within an item of a list: the brackets show the extent of the exception. */
export const inBrackets = (random: Random, excluded: Phrase): Phrase =>
  say` (${except(random.pick(EXCEPT_WORDS))} ${excluded})`

/** `base` only says where the narrowed places lie. */
const RESTRICTIONS: readonly ((base: Phrase, kept: Phrase) => Phrase)[] = [
  (base, kept) => say`${base}, but only ${kept}`,
  (base, kept) => say`${base}, limited to ${kept}`,
  (base, kept) => say`${base}, restricted to ${kept}`,
  (base, kept) => say`${base}, namely ${kept}`,
  (base, kept) => say`${base} (${kept} only)`,
  (base, kept) => say`${base} (only ${kept})`,
  (base, kept) => say`${base}, but limited to ${kept}`,
  (base, kept) => say`${base}: ${kept}`,
  (base, kept) => say`only ${kept} in ${base}`,
]

const HEADED_RESTRICTIONS: readonly ((base: Phrase, kept: Phrase) => Phrase)[] = [
  (base, kept) => say`in ${base}, ${kept} only`,
  (base, kept) => say`in ${base}, only ${kept}`,
  (base, kept) => say`within ${base}: ${kept}`,
]

export const restricted = (
  random: Random,
  base: Phrase,
  kept: Phrase,
): { readonly phrase: Phrase; readonly needsHeading: boolean } => {
  const needsHeading = random.chance(0.25)
  const forms = needsHeading ? HEADED_RESTRICTIONS : RESTRICTIONS
  const hasColon = textOf(kept).includes(':')
  return {
    phrase: random.pick(hasColon ? forms.slice(0, needsHeading ? 2 : -2) : forms)(base, kept),
    needsHeading,
  }
}
