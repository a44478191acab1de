/** Divides a description into texts and separators: punctuation, layout, words that include or exclude, brackets that hold such words. */
import { foldName, wordsOf } from '../../catalog/fold.ts'
import { OPERATORS, type Operator, type Vocabulary } from '../vocabulary.ts'
import { compiledOnce, WORD_END, WORD_START } from './word-pattern.ts'
import { type Mark, marksIn } from './wording.ts'

export type Separator = Operator | 'only_after' | 'comma' | 'break' | 'stop' | 'colon' | 'open' | 'close'

export interface Token {
  readonly kind: 'text' | Separator
  /** As it stands in the description, without words that are passed over. */
  readonly text: string
  /** Where it stands in the description, in composed characters. */
  readonly from: number
  readonly to: number
}

export type Tokenizer = (description: string) => readonly Token[]

type TokenVocabulary = Pick<Vocabulary, 'operators' | 'fillers' | 'prose' | 'wording' | 'numberWords'>

export const createTokenizer = compiledOnce((vocabulary: TokenVocabulary): Tokenizer => {
  const { operators, fillers, prose } = vocabulary
  const meanings = new Map<string, readonly Operator[]>()
  for (const operator of OPERATORS)
    for (const phrase of operators[operator])
      meanings.set(spelling(phrase), [...(meanings.get(spelling(phrase)) ?? []), operator])
  const pattern = separators([...meanings.keys()])
  /** "From the Territory are excluded Lake and Cuyahoga": these words name no land. */
  const namesNothing = ({ raw, kinds }: RawToken): boolean =>
    kinds[0] === 'text' && wordsOf(foldName(raw)).every((word) => fillers.has(word) || prose.has(word))
  return (description) => {
    const text = plainly(description)
    const isMixed = /\p{Ll}/u.test(text)
    const marks = marksIn(text, vocabulary)
    const words = [...text.matchAll(pattern)]
      .filter(
        // "DISTRICT I: …" goes on with no list.
        ({ 0: raw, index }) =>
          !CODE.test(raw) && !(/^\p{Lu}$/u.test(raw) && (isMixed || text[index + 1] === ':')),
      )
      .map(({ 0: raw, index }) => ({ from: index, to: index + raw.length, raw }))
      .filter(outsideOf(marks))
      .filter(({ raw, from }) => raw !== '.' || ENDS_WORD.test(textBefore(text, from, marks)))
    const dividers = marks.flatMap(({ isDivider, reads: raw, from, to }) =>
      isDivider ? [{ from, to, raw }] : [],
    )
    const separators = [...words, ...dividers]
      .sort((a, b) => a.from - b.from || a.to - b.to)
      .map(
        (each): RawToken => ({
          ...each,
          kinds: meanings.get(spelling(each.raw)) ?? [SIGNS[each.raw] ?? 'break'],
        }),
      )
    const rawTokens = withTexts(text, separators, marks)
    const before = (index: number): RawToken | undefined => {
      const token = rawTokens[index - 1]
      return token !== undefined && namesNothing(token) ? before(index - 1) : token
    }
    return rawTokens.map(({ raw, kinds, from, to }, index) => ({
      text: raw,
      from,
      to,
      kind: decided(kinds, before(index), rawTokens[index + 1]),
    }))
  }
})

/** For words and marks in the order of the text. */
const outsideOf = (marks: readonly Mark[]): ((word: Pick<Mark, 'from' | 'to'>) => boolean) => {
  let at = 0
  return (word) => {
    while (at < marks.length && marks[at].to <= word.from) at++
    return at === marks.length || word.to <= marks[at].from
  }
}

/** Full-width signs and their narrow counterparts; square brackets become round. */
const [WIDE, NARROW] = ['（）［］[]，；؛：．・\u202F', '()()(),;;:.、 ']

const plainly = (description: string): string =>
  description
    .normalize('NFC')
    .replace(/[（）［］[\]，；؛：．・\u202F]/gu, (sign) => NARROW[WIDE.indexOf(sign)])
    .replace(/\r\n?/gu, '\n')

/** Without words that are passed over: "Texas (the “Territory”)." ends like "Texas." */
const textBefore = (text: string, at: number, marks: readonly Mark[]): string => {
  const passed = marks.find(({ to, isDivider }) => to === at && !isDivider)
  return text.slice(Math.max(0, (passed?.from ?? at) - MAX_GAP), passed?.from ?? at).trimEnd()
}

/** The full stop of "U.S." or "2." ends nothing. */
const ENDS_WORD = /[\p{L}\p{M}\p{N})]{3}$/u
const MAX_GAP = 10

interface RawToken {
  readonly raw: string
  /** The possible effects of the words; their position decides. */
  readonly kinds: readonly Token['kind'][]
  readonly from: number
  readonly to: number
}

/** "Ohio. Not included: Lake", "Not included are Lake and Cuyahoga": with nothing before it, it speaks of what follows. */
const ENDS: ReadonlySet<Token['kind']> = new Set(['break', 'stop'])

/** "Excluded: Ohio", "Excluded are Ohio", "Excluded\n- Ohio". */
const HEADED: ReadonlySet<Token['kind']> = new Set(['colon', 'text', 'break'])

const EXCLUDES: ReadonlySet<Token['kind']> = new Set(['except', 'excluded_after', 'excluded_beside'])

/** "Germany, Bavaria excluded": a participle speaks of what is before it when nothing follows, and so does "Bavaria only". */
const decided = (
  [first, ...others]: RawToken['kinds'],
  before: RawToken | undefined,
  next: RawToken | undefined,
): Token['kind'] => {
  const isFirst = before === undefined || ENDS.has(before.kinds[0])
  const isHeading = isFirst && next !== undefined && HEADED.has(next.kinds[0])
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
const withTexts = (
  text: string,
  separators: readonly RawToken[],
  marks: readonly Mark[],
): readonly RawToken[] => {
  const tokens: RawToken[] = []
  let from = 0
  const addText = (to: number): void => {
    const raw = readAs(text, from, to, marks)
      .replaceAll(/\s+/gu, ' ')
      .replace(/\s\.?\s*$/u, '')
      .trim()
      .replace(STOPPED_CODE, '$1')
    if (raw !== '') tokens.push({ raw, kinds: ['text'], from, to })
  }
  for (const separator of outsideRemarks(separators)) {
    addText(separator.from)
    tokens.push(separator)
    from = separator.to
  }
  addText(text.length)
  return tokens
}

/** The characters from there to there, as the marks among them read. */
const readAs = (text: string, from: number, to: number, marks: readonly Mark[]): string => {
  let [read, at] = ['', from]
  for (const mark of marks.filter((each) => !each.isDivider && each.from >= from && each.to <= to)) {
    read += text.slice(at, mark.from) + mark.reads
    at = mark.to
  }
  return read + text.slice(at, to)
}

/** "Ontario (Canada)" is a remark; "Spain (without Ceuta)" has a clause of its own and "Benelux (…, … and …)" a list. What nothing closes is neither. */
const outsideRemarks = (marks: readonly RawToken[]): readonly RawToken[] => {
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
  const kept: RawToken[] = []
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
  const opens = phrases.filter((phrase) => OPEN_END.test(phrase))
  /** "Incl. but not limited to" before "incl.", and that before "incl": the longest of those that begin alike, across the groups too. */
  const orderOf = (phrase: string): number => {
    if (opens.some((open) => phrase.length > open.length && phrase.startsWith(open))) return 0
    return OPEN_END.test(phrase) ? 1 : 2
  }
  const kinds = Map.groupBy(
    phrases.toSorted((a, b) => orderOf(a) - orderOf(b) || b.length - a.length),
    (phrase) =>
      `${RUNNING_START.test(phrase) ? '' : WORD_START} ${OPEN_END.test(phrase) ? '' : WORD_END} ${orderOf(phrase)}`,
  )
  const alternatives = [...kinds].map(([looks, group]) => {
    const [before, after] = looks.split(' ')
    return `${before}(?:${group.map(patternSource).join('|')})${after}`
  })
  return new RegExp(
    `${alternatives.join('|')}|[,、،;。\\n:()と]|(?<!(?<!\\p{L})ste)\\.(?=["”»]?(?:[^\\S\\n]+(?!(?-i:\\p{Ll}))|\\s*$))`,
    'giu',
  )
}

const patternSource = (phrase: string): string =>
  RegExp.escape(phrase).replaceAll('\\x20', '\\s+').replaceAll('\\x27', "['’]")

/** Scripts without spaces between words; Korean attaches its particles without a space. */
const RUNNING_START = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u
/** Phrases that a letter may follow: those in these scripts, "à l'exception d'" and "excl.". */
const OPEN_END = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}'.]$/u
