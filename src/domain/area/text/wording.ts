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

/** A word begins, or ends. */
const START = '(?<![\\p{L}\\p{N}_])'
const END = '(?![\\p{L}\\p{N}_])'

const BULLET = '(?:[-–—•*·‣▪+✓✔✅☑]|\\d{1,2}[.)]|\\(?[a-z]\\)|[a-z]\\.|\\(?[ivx]{1,4}\\))[^\\S\\n]+'
const ENUMERATOR = '\\((?:[a-hA-H]|[iI]{1,3}|[iI][vV]|[vV][iI]{0,3}|[xyzXYZ]|\\d{1,2})\\)'
const ITEM = `(?:^|[;\\n]|${ENUMERATOR})[^\\S\\n]*(?:${BULLET})?`

const reads = (as: Rule['reads'], source: string, flags = 'giu'): Rule => ({
  pattern: new RegExp(source, flags),
  reads: as,
})
const divides = (sign: string, source: string, flags = 'gu'): Rule => ({
  ...reads(sign, source, flags),
  isDivider: true,
})

const rulesOf = compiledOnce(
  ({ wording: words, numberWords }: Pick<Vocabulary, 'wording' | 'numberWords'>): readonly Rule[] => [
    // A quoted term in brackets: the text's own name for what it just described.
    reads(' ', '\\((?=[^()]*["“”„«»「」])[^()]*\\)'),
    reads('', '\\biso:(?=[A-Z]{2}\\b)'),
    reads('', `,\\s*${anyOf(words.although)} [^,;.\\p{Lu}]*(?=,)`, 'gu'),
    // "…, and the following counties: A" are "the counties of A".
    reads(
      ([, level]) => `the ${level} of `,
      `(?<=(?:[,;]|${START}${anyOf(words.following_after)})\\s+)${anyOf(words.following_levels)} (\\p{Ll}+)\\s*:\\s*`,
      'gu',
    ),
    // "The following only:". What is rare comes first: a text has many spaces.
    reads('', `\\s+${anyOf(words.only_behind)}(?=\\s*:)(?<=${START}${anyOf(words.following)}${END}[^:;.]*)`),
    // "…, as those divisions are established by the United States Bureau of the Census".
    reads(' (Census)', `,\\s*${anyOf(words.by_census)}`),
    reads('', noise(words)),
    reads('in', `${START}${anyOf(words.lying_in)}${END}`),
    // "All provinces and territories of Canada": one word for all that Canada has.
    reads(
      ([, first, second]) => `${first}-and-${second}`,
      `${START}(${anyOf(words.double_levels_first)})\\s+${anyOf(words.double_levels_joint)}\\s+(${anyOf(words.double_levels_second)})${END}`,
    ),
    // Without its full stop it is an article.
    reads(
      ([name]) => words.stoppedNames.get(name) ?? name,
      `(?<=[,(]\\s?|${START}${anyOf(words.before_names)}\\s|^)${anyOf([...words.stoppedNames.keys()])}(?=\\s*(?:[,;)]|${anyOf(words.behind_names)}${END}|$))`,
      'gmu',
    ),
    reads(
      ([name]) => words.inFull.get(name) ?? name,
      `${START}${anyOf([...words.inFull.keys()])}${END}`,
      'gu',
    ),
    reads(' ', definition(words)),
    { pattern: countedPattern(numberWords), reads: '' },
    // "PK; NI; HR" is one list.
    divides(
      ',',
      `(?<=(?:^|[\\s;,])\\p{Lu}{2})\\s*(?:;|\\n[^\\S\\n]*${BULLET})\\s*(?=\\p{Lu}{2}\\b(?!\\s*[-–—:]))`,
    ),
    divides(';', `(?:^|\\n)[^\\S\\n]*${BULLET}`),
    // "(a) Bavaria (b) Hesse", "(i) …" within a line.
    divides(';', `(?<=^|[\\s;,:])${ENUMERATOR}(?=\\s)`),
    // "TX – Harris, Fort Bend; LA – Calcasieu".
    divides(':', `[^\\S\\n]+[–—-][^\\S\\n]+(?<=${ITEM}\\p{Lu}{2}[^\\S\\n]+[–—-][^\\S\\n]+)`),
    divides(';', ' / '),
    // "Guangdong | Guangxi | Hainan": in one line, and no row of a table.
    divides(';', '(?<=^[^\\n]*) \\| (?=[^\\n]*$)'),
    // "Maine – with the exception of York County – and Vermont": dashes stand for commas before words that join or leave out.
    divides(',', `(?:\\s+[–—-]\\s+|—)(?=${anyOf(words.behind_dashes)}(?!\\p{L}))`, 'giu'),
    // "Georgia – Camden and Glynn Counties; Alabama – Baldwin County".
    divides(
      ':',
      `\\s[–—]\\s(?<=(?:${ITEM}|[:.][^\\S\\n]*)(?:\\p{Lu}[\\p{L}.’'-]+\\s?){1,4}\\s[–—]\\s)(?=\\p{L}[^;\\n]*(?:,|${START}${anyOf(words.list_words)}${END}))`,
    ),
    reads('', '["“”„«»「」]'),
  ],
)

/** Contract wording that says nothing about land. Membership on a given date does, and stays. */
const noise = (words: Wording): string => {
  const all = [
    `${anyOf(words.as_amended)}(?! ${anyOf(words.dated)})`,
    `${anyOf(words.no_others)}${END}(?![\\p{L}\\s]*\\p{L}{3})`,
    `${anyOf(words.together)},?(?=\\s*:|\\s+\\()`,
    `${anyOf(words.notwithstanding)}[^,;.]*`,
    `(?<=,\\s)${anyOf(words.which)} \\p{Lu}\\p{L}+ ${anyOf(words.acknowledging)}[^.;]*`,
  ]
  return `,?\\s*\\(?(?:${all.join('|')})\\)?`
}

/** Brackets that only name or define what stands before them. */
const definition = (words: Wording): string => {
  const called = `${anyOf(words.also_called)}${END}(?=[^()]*(?:,|${START}${anyOf(words.also_called_joints)}${END}))`
  return `\\(\\s*(?:(?:${called}|${anyOf(words.definitions)})[^()]*|${anyOf(words.all_of_it)}\\s*)\\)`
}
