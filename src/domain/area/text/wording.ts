/**
 * The wording and layout of contracts as a table: which words are passed over or read as others, and which signs divide. No rule sees what
 * another has read; where two overlap, the first one counts.
 */
import type { Vocabulary } from '../vocabulary.ts'
import type { Wording } from '../word-lists.ts'
import { countedPattern } from './counts.ts'
import { anyOf, compiledOnce } from './word-pattern.ts'

/** Characters of a text that are not read as written. */
export interface Mark {
  readonly from: number
  readonly to: number
  /** What is read there: other words, or a sign or word that divides. */
  readonly reads: string
  readonly isDivider: boolean
}

interface Rule extends Partial<Pick<Mark, 'isDivider'>> {
  readonly pattern: RegExp
  readonly reads: string | ((match: RegExpExecArray) => string)
}

/** In the order of the text; no two overlap. */
export const marksIn = (
  text: string,
  vocabulary: Pick<Vocabulary, 'wording' | 'numberWords'>,
): readonly Mark[] => {
  const marks: Mark[] = []
  for (const { pattern, reads, isDivider = false } of rulesOf(vocabulary))
    for (const match of text.matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length]
      if (marks.every((mark) => to <= mark.from || mark.to <= from))
        marks.push({ from, to, isDivider, reads: typeof reads === 'string' ? reads : reads(match) })
    }
  return [...marks, ...repeatedVerbs(text, marks, vocabulary.wording)].sort((a, b) => a.from - b.from)
}

/** "Tibet is excluded, as are Hong Kong and Macau", "nor is Macau": the verb is said once more, behind the names. */
const repeatedVerbs = (text: string, marks: readonly Mark[], words: Wording): readonly Mark[] =>
  [...text.matchAll(soTooPattern(words))].flatMap(({ 0: whole, 1: verb, 2: names, index }) => {
    const end = index + whole.length
    const joint = { from: index + verb.length, to: end - names.length, reads: ';', isDivider: true }
    const isFree = marks.every(({ from, to }) => joint.to <= from || to <= joint.from)
    return isFree ? [joint, { from: end, to: end, reads: verb, isDivider: true }] : []
  })

const soTooPattern = compiledOnce((words: Wording): RegExp => {
  const verb = anyOf(words.verbs)
  const first = `(${verb}\\s(?:\\p{Ll}+\\s){0,3}?${anyOf(words.let_in_or_out)})`
  const so = `(?:${anyOf(words.so_before)}\\s+)?${anyOf(words.so)}\\s+(?:${anyOf(words.so_too)}\\s+)?${verb}`
  const names = `(?:[^.;\\n]|(?<=${START}${anyOf(words.abbreviations)})\\.)+`
  return new RegExp(`${START}${first}\\s*[,;.]?\\s+${so}\\s+(${names})`, 'giu')
})

const rulesOf = compiledOnce(
  ({ wording, numberWords }: Pick<Vocabulary, 'wording' | 'numberWords'>): readonly Rule[] => [
    ...WRITTEN,
    ...wordingRules(wording),
    { pattern: countedPattern(numberWords), reads: '' },
    ...LAYOUT,
    ...labelRules(wording),
    { pattern: /["“”„«»「」]/gu, reads: '' },
  ],
)

const WRITTEN: readonly Rule[] = [
  // A quoted term in brackets: the text's own name for what it just described.
  { pattern: /\((?=[^()]*["“”„«»「」])[^()]*\)/gu, reads: ' ' },
  { pattern: /\biso:(?=[A-Z]{2}\b)/giu, reads: '' },
]

/** A word begins, or ends. */
const START = '(?<![\\p{L}\\p{N}_])'
const END = '(?![\\p{L}\\p{N}_])'

const wordingRules = (words: Wording): readonly Rule[] => [
  { pattern: new RegExp(`,\\s*${anyOf(words.although)} [^,;.\\p{Lu}]*(?=,)`, 'gu'), reads: '' },
  // "…, and the following counties: A" are "the counties of A".
  {
    pattern: new RegExp(
      `(?<=(?:[,;]|${START}${anyOf(words.following_after)})\\s+)${anyOf(words.following_levels)} (\\p{Ll}+)\\s*:\\s*`,
      'gu',
    ),
    reads: ([, level]) => `the ${level} of `,
  },
  {
    // What is rare comes first: a text has many spaces.
    pattern: new RegExp(
      `\\s+${anyOf(words.only_behind)}(?=\\s*:)(?<=${START}${anyOf(words.following)}${END}[^:;.]*)`,
      'giu',
    ),
    reads: '',
  },
  // "…, as those divisions are established by the United States Bureau of the Census".
  { pattern: new RegExp(`,\\s*${anyOf(words.by_census)}`, 'giu'), reads: ' (Census)' },
  { pattern: noisePattern(words), reads: '' },
  { pattern: new RegExp(`${START}${anyOf(words.lying_in)}${END}`, 'giu'), reads: 'in' },
  {
    // "All provinces and territories of Canada": one word for all that Canada has.
    pattern: new RegExp(
      `${START}(${anyOf(words.double_levels_first)})\\s+${anyOf(words.double_levels_joint)}\\s+(${anyOf(words.double_levels_second)})${END}`,
      'giu',
    ),
    reads: ([, first, second]) => `${first}-and-${second}`,
  },
  {
    // Without its full stop it is an article.
    pattern: new RegExp(
      `(?<=[,(]\\s?|${START}${anyOf(words.before_names)}\\s|^)${anyOf([...words.stoppedNames.keys()])}(?=\\s*(?:[,;)]|${anyOf(words.behind_names)}${END}|$))`,
      'gmu',
    ),
    reads: ([name]) => words.stoppedNames.get(name) ?? name,
  },
  { pattern: definitionPattern(words), reads: ' ' },
]

/** Contract wording that says nothing about land. Membership on a given date does, and stays. */
const noisePattern = (words: Wording): RegExp => {
  const noise = [
    `${anyOf(words.as_amended)}(?! ${anyOf(words.dated)})`,
    `${anyOf(words.no_others)}${END}(?![\\p{L}\\s]*\\p{L}{3})`,
    `${anyOf(words.together)},?(?=\\s*:|\\s+\\()`,
    `${anyOf(words.notwithstanding)}[^,;.]*`,
    `(?<=,\\s)${anyOf(words.which)} \\p{Lu}\\p{L}+ ${anyOf(words.acknowledging)}[^.;]*`,
  ]
  return new RegExp(`,?\\s*\\(?(?:${noise.join('|')})\\)?`, 'giu')
}

/** Brackets that only name or define what stands before them. */
const definitionPattern = (words: Wording): RegExp => {
  const called = `${anyOf(words.also_called)}${END}(?=[^()]*(?:,|${START}${anyOf(words.also_called_joints)}${END}))`
  return new RegExp(
    `\\(\\s*(?:(?:${called}|${anyOf(words.definitions)})[^()]*|${anyOf(words.all_of_it)}\\s*)\\)`,
    'giu',
  )
}

const BULLET = '(?:[-–—•*·‣▪+✓✔✅☑]|\\d{1,2}[.)]|\\(?[a-z]\\)|[a-z]\\.|\\(?[ivx]{1,4}\\))[^\\S\\n]+'
const ENUMERATOR = '\\((?:[a-hA-H]|[iI]{1,3}|[iI][vV]|[vV][iI]{0,3}|[xyzXYZ]|\\d{1,2})\\)'
const ITEM = `(?:^|[;\\n]|${ENUMERATOR})[^\\S\\n]*(?:${BULLET})?`

const LAYOUT: readonly Rule[] = [
  {
    // "PK; NI; HR" is one list.
    pattern: new RegExp(
      `(?<=(?:^|[\\s;,])\\p{Lu}{2})\\s*(?:;|\\n[^\\S\\n]*${BULLET})\\s*(?=\\p{Lu}{2}\\b(?!\\s*[-–—:]))`,
      'gu',
    ),
    reads: ',',
    isDivider: true,
  },
  { pattern: new RegExp(`(?:^|\\n)[^\\S\\n]*${BULLET}`, 'gu'), reads: ';', isDivider: true },
  // "(a) Bavaria (b) Hesse", "(i) …" within a line.
  { pattern: new RegExp(`(?<=^|[\\s;,:])${ENUMERATOR}(?=\\s)`, 'gu'), reads: ';', isDivider: true },
  {
    // "TX – Harris, Fort Bend; LA – Calcasieu".
    pattern: new RegExp(`[^\\S\\n]+[–—-][^\\S\\n]+(?<=${ITEM}\\p{Lu}{2}[^\\S\\n]+[–—-][^\\S\\n]+)`, 'gu'),
    reads: ':',
    isDivider: true,
  },
  { pattern: / \/ /gu, reads: ';', isDivider: true },
]

const labelRules = (words: Wording): readonly Rule[] => [
  {
    // "Maine – with the exception of York County – and Vermont": dashes stand for commas before words that join or leave out.
    pattern: new RegExp(`\\s+[–—-]\\s+(?=${anyOf(words.behind_dashes)}(?!\\p{L}))`, 'giu'),
    reads: ',',
    isDivider: true,
  },
  {
    // "Georgia – Camden and Glynn Counties; Alabama – Baldwin County".
    pattern: new RegExp(
      `\\s[–—]\\s(?<=(?:${ITEM}|[:.][^\\S\\n]*)(?:\\p{Lu}[\\p{L}.’'-]+\\s?){1,4}\\s[–—]\\s)(?=\\p{L}[^;\\n]*(?:,|${START}${anyOf(words.list_words)}${END}))`,
      'gu',
    ),
    reads: ':',
    isDivider: true,
  },
]
