/** Tokenizes a description into texts and separators: punctuation, words that include or exclude, brackets that hold such words. */
import { foldName, wordsOf } from '../../catalog/fold.ts'
import { OPERATORS, type Operator, type Vocabulary } from '../vocabulary.ts'
import { compiledOnce, WORD_END, WORD_START } from './word-pattern.ts'

export type Separator = Operator | 'only_after' | 'comma' | 'break' | 'stop' | 'colon' | 'open' | 'close'

export interface Token {
  readonly kind: 'text' | Separator
  /** As it stands in the description. */
  readonly text: string
}

export type Tokenizer = (tidy: string) => readonly Token[]

type TokenVocabulary = Pick<Vocabulary, 'operators' | 'fillers' | 'prose'>

export const createTokenizer = compiledOnce(({ operators, fillers, prose }: TokenVocabulary): Tokenizer => {
  const meanings = new Map<string, readonly Operator[]>()
  for (const operator of OPERATORS)
    for (const phrase of operators[operator])
      meanings.set(spelling(phrase), [...(meanings.get(spelling(phrase)) ?? []), operator])
  const pattern = separators([...meanings.keys()])
  /** "From the Territory are excluded Lake and Cuyahoga": these words name no land. */
  const namesNothing = ({ raw, kinds }: RawToken): boolean =>
    kinds[0] === 'text' && wordsOf(foldName(raw)).every((word) => fillers.has(word) || prose.has(word))
  return (tidy) => {
    const isMixed = /\p{Ll}/u.test(tidy)
    const matches = [...tidy.matchAll(pattern)].filter(
      // "DISTRICT I: …" goes on with no list.
      ({ 0: raw, index }) =>
        !CODE.test(raw) && !(/^\p{Lu}$/u.test(raw) && (isMixed || tidy[index + 1] === ':')),
    )
    const rawTokens = withTexts(
      tidy,
      matches.map(({ 0: raw, index }) => ({
        index,
        raw,
        kinds: meanings.get(spelling(raw)) ?? [SIGNS[raw] ?? 'break'],
      })),
    )
    const before = (index: number): RawToken | undefined => {
      const token = rawTokens[index - 1]
      return token !== undefined && namesNothing(token) ? before(index - 1) : token
    }
    return rawTokens.map(({ raw, kinds }, index) => ({
      text: raw,
      kind: decided(kinds, before(index), rawTokens[index + 1]),
    }))
  }
})

interface TokenMark {
  readonly index: number
  readonly raw: string
  /** The possible effects of the words; their position decides. */
  readonly kinds: readonly Token['kind'][]
}

type RawToken = Omit<TokenMark, 'index'>

/** "Ohio. Not included: Lake", "Not included are Lake and Cuyahoga": with nothing before it, it speaks of what follows. */
const ENDS: ReadonlySet<Token['kind']> = new Set(['break', 'stop'])

const EXCLUDES: ReadonlySet<Token['kind']> = new Set(['except', 'excluded_after', 'excluded_beside'])

/** "Germany, Bavaria excluded": a participle speaks of what is before it when nothing follows, and so does "Bavaria only". */
const decided = (
  [first, ...others]: RawToken['kinds'],
  before: RawToken | undefined,
  next: RawToken | undefined,
): Token['kind'] => {
  const isFirst = before === undefined || ENDS.has(before.kinds[0])
  const isHeading = isFirst && (next?.kinds[0] === 'colon' || next?.kinds[0] === 'text')
  if (isHeading && EXCLUDES.has(first)) return 'except'
  if (isHeading && first === 'included_after') return 'include'
  if (first === 'only' && next?.kinds[0] !== 'text' && next?.kinds[0] !== 'colon') return 'only_after'
  const behind = others.find((kind) => kind === 'excluded_beside' || kind === 'included_after')
  return behind !== undefined && next?.kinds[0] !== 'text' ? behind : first
}

/** "CA, OR and WA": Oregon. */
const CODE = /^[A-Z]{2}$/

const SIGNS: Readonly<Record<string, Separator>> = {
  ',': 'comma',
  '、': 'comma',
  '،': 'comma',
  '.': 'stop',
  '。': 'stop',
  ':': 'colon',
  '(': 'open',
  ')': 'close',
  と: 'and',
}

/** "OR, IN and WA." */
const STOPPED_CODE = /(?<=^|\s)([A-Z]{2,3}|[A-Z]{2}-[A-Z0-9]{2,3})\.$/u

/** The text between the marks; brackets without an operator stay part of the text. */
const withTexts = (tidy: string, marks: readonly TokenMark[]): readonly RawToken[] => {
  const tokens: RawToken[] = []
  let from = 0
  const addText = (to: number): void => {
    const raw = tidy.slice(from, to).trim().replace(STOPPED_CODE, '$1')
    if (raw !== '') tokens.push({ raw, kinds: ['text'] })
  }
  for (const { index, raw, kinds } of outsideRemarks(marks)) {
    addText(index)
    tokens.push({ raw, kinds })
    from = index + raw.length
  }
  addText(tidy.length)
  return tokens
}

/** "Ontario (Canada)" is a remark; "Spain (without Ceuta)" has a clause of its own and "Benelux (…, … and …)" a list. What nothing closes is neither. */
const outsideRemarks = (marks: readonly TokenMark[]): readonly TokenMark[] => {
  const isRemark = new Uint8Array(marks.length).fill(1)
  const commas = new Uint16Array(marks.length)
  const open: number[] = []
  const closes = new Map<number, number>()
  for (const [at, { kinds }] of marks.entries()) {
    const outer = open.at(-1)
    if (kinds[0] === 'open') open.push(at)
    else if (outer === undefined) continue
    else if (kinds[0] === 'close') {
      open.pop()
      if (open.length < MAX_DEPTH) closes.set(outer, at)
      // A bracket that holds a clause is a clause.
      if (isRemark[outer] === 0 && open.length > 0) isRemark[open.at(-1)!] = 0
    } else if (kinds.some((kind) => CLAUSES.has(kind))) isRemark[outer] = 0
    // "(Illinois, USA)" is where it lies, "(Denmark, Norway, Sweden)" a list.
    else if (kinds[0] === 'comma' && ++commas[outer] === 2) isRemark[outer] = 0
  }
  const paired = new Set([...closes].flat())
  const kept: TokenMark[] = []
  for (let at = 0; at < marks.length; at++) {
    const { kinds } = marks[at]
    const end = kinds[0] === 'open' ? closes.get(at) : undefined
    const isBracket = kinds[0] === 'open' || kinds[0] === 'close'
    if (end !== undefined && isRemark[at] === 1) at = end
    else kept.push(isBracket && !paired.has(at) ? { ...marks[at], kinds: ['break'] } : marks[at])
  }
  return kept
}

/** Brackets within so many others only divide. */
const MAX_DEPTH = 8

const CLAUSES: ReadonlySet<Token['kind']> = new Set<Token['kind']>([
  'and',
  'except',
  'only',
  'including',
  'include',
  'excluded_after',
  'excluded_beside',
  'included_after',
])

/** Words in lower case, one space between them: accents tell words apart here ("à" and "a"). */
const spelling = (phrase: string): string =>
  phrase.toLowerCase().replaceAll('’', "'").replace(/\s+/gu, ' ').trim()

/** The phrases, the longest first, signs, and full stops that end a sentence and not an abbreviation. */
const separators = (phrases: readonly string[]): RegExp => {
  // One lookaround for all phrases: one per phrase takes seconds to compile.
  const kinds = Map.groupBy(
    // "excl." before "excl": the longest of those that begin alike, across the groups too.
    phrases.toSorted((a, b) => Number(OPEN_END.test(b)) - Number(OPEN_END.test(a)) || b.length - a.length),
    (phrase) => `${RUNNING_START.test(phrase) ? '' : WORD_START} ${OPEN_END.test(phrase) ? '' : WORD_END}`,
  )
  const alternatives = [...kinds].map(([looks, group]) => {
    const [before, after] = looks.split(' ')
    return `${before}(?:${group.map(patternSource).join('|')})${after}`
  })
  return new RegExp(
    `${alternatives.join('|')}|[,、،;。\\n:()と]|(?<=[\\p{L}\\p{M}\\p{N})]{3})(?<!(?<!\\p{L})ste)\\.(?=\\s+(?!(?-i:\\p{Ll}))|\\s*$)`,
    'giu',
  )
}

const patternSource = (phrase: string): string =>
  RegExp.escape(phrase).replaceAll('\\x20', '\\s+').replaceAll('\\x27', "['’]")

/** Scripts without spaces between words; Korean attaches its particles without a space. */
const RUNNING_START = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u
/** Phrases that a letter may follow: those in these scripts, "à l'exception d'" and "excl.". */
const OPEN_END = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}'.]$/u
