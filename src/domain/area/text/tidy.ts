/** Normalizes a description to one line: removes quotes, bullets and remarks in brackets. */
import type { Vocabulary } from '../vocabulary.ts'
import type { Wording } from '../word-lists.ts'
import { withoutCounts } from './counts.ts'
import { anyOf, compiledOnce } from './word-pattern.ts'

/** Line ends and bullets become semicolons; brackets that only name or define something are removed. */
export const tidyText = (text: string, vocabulary: Pick<Vocabulary, 'wording' | 'numberWords'>): string => {
  const { wording } = vocabulary
  const patterns = wordingPatterns(wording)
  return withoutCounts(text.normalize('NFC'), vocabulary)
    .replace(WIDE_SIGNS, (sign) => NARROW_SIGNS[sign])
    .replace(DEFINED_TERM, ' ')
    .replace(QUOTES, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\biso:(?=[A-Z]{2}\b)/giu, '')
    .replace(patterns.although, '')
    .replace(patterns.followingLevel, 'the $1 of ')
    .replace(patterns.onlyBehindFollowing, '')
    .replace(patterns.byCensus, ' (Census)')
    .replace(patterns.noise, '')
    .replace(patterns.lyingIn, 'in')
    .replace(patterns.doubleLevels, '$1-and-$2')
    .replace(patterns.soToo, '$1; $2 $1')
    .replace(BULLETS, ';')
    .replace(ENUMERATORS, '$1;')
    .replace(CODES_APART, ', ')
    .replace(CODE_LABELS, '$1$2: ')
    .replace(patterns.dashes, ', ')
    .replace(patterns.labels, '$1$2: ')
    .replace(patterns.stoppedNames, (name) => wording.stoppedNames.get(name) ?? name)
    .replace(BRACKETS, (whole: string, content: string) => (patterns.definition.test(content) ? ' ' : whole))
    .replace(/ \/ |\n+/g, ';')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ (?=\.(?:\s|;|$))/g, '')
}

const wordingPatterns = compiledOnce((words: Wording) => ({
  although: new RegExp(`,\\s*${anyOf(words.although)} [^,;.\\p{Lu}]*(?=,)`, 'gu'),
  followingLevel: new RegExp(
    `(?<=(?:[,;]|${START}${anyOf(words.following_after)})\\s+)${anyOf(words.following_levels)} (\\p{Ll}+)\\s*:\\s*`,
    'gu',
  ),
  onlyBehindFollowing: new RegExp(
    // What is rare comes first: a text has many spaces.
    `\\s+${anyOf(words.only_behind)}(?=\\s*:)(?<=${START}${anyOf(words.following)}${END}[^:;.]*)`,
    'giu',
  ),
  /** "…, as those divisions are established by the United States Bureau of the Census". */
  byCensus: new RegExp(`,\\s*${anyOf(words.by_census)}`, 'giu'),
  noise: noisePattern(words),
  lyingIn: new RegExp(`${START}${anyOf(words.lying_in)}${END}`, 'giu'),
  /** "All provinces and territories of Canada": one word for all that Canada has. */
  doubleLevels: new RegExp(
    `${START}(${anyOf(words.double_levels_first)})\\s+${anyOf(words.double_levels_joint)}\\s+(${anyOf(words.double_levels_second)})${END}`,
    'giu',
  ),
  soToo: soTooPattern(words),
  /** "Maine – with the exception of York County – and Vermont": dashes stand for commas before words that join or leave out. */
  dashes: new RegExp(`\\s+[–—-]\\s+(?=${anyOf(words.behind_dashes)}(?!\\p{L}))`, 'giu'),
  /** "Georgia – Camden and Glynn Counties; Alabama – Baldwin County". */
  labels: new RegExp(
    `((?:^|[;\\n:.])[^\\S\\n]*)((?:\\p{Lu}[\\p{L}.’'-]+\\s?){1,4})\\s[–—]\\s(?=\\p{L}[^;\\n]*(?:,|${START}${anyOf(words.list_words)}${END}))`,
    'gu',
  ),
  /** Without its full stop it is an article. */
  stoppedNames: new RegExp(
    `(?<=[,(]\\s?|${START}${anyOf(words.before_names)}\\s|^)${anyOf([...words.stoppedNames.keys()])}(?=\\s*(?:[,;)]|${anyOf(words.behind_names)}${END}|$))`,
    'gmu',
  ),
  definition: new RegExp(
    `^\\s*(?:${anyOf(words.also_called)}${END}(?=.*(?:,|${START}${anyOf(words.also_called_joints)}${END}))|${anyOf(words.definitions)}|${anyOf(words.all_of_it)}\\s*$)`,
    'iu',
  ),
}))

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

/** "Tibet is excluded, as are Hong Kong and Macau", "nor is Macau": repeats the verb. */
const soTooPattern = (words: Wording): RegExp => {
  const verb = anyOf(words.verbs)
  const first = `(${verb}\\s(?:\\p{Ll}+\\s){0,3}?${anyOf(words.let_in_or_out)})`
  const so = `(?:${anyOf(words.so_before)}\\s+)?${anyOf(words.so)}\\s+(?:${anyOf(words.so_too)}\\s+)?${verb}`
  const names = `(?:[^.;\\n]|(?<=${START}${anyOf(words.abbreviations)})\\.)+`
  return new RegExp(`${START}${first}\\s*[,;.]?\\s+${so}\\s+(${names})`, 'giu')
}

/** Full-width signs and their narrow counterparts; square brackets become round. */
const NARROW_SIGNS: Readonly<Record<string, string>> = {
  '（': '(',
  '）': ')',
  '［': '(',
  '］': ')',
  '[': '(',
  ']': ')',
  '，': ',',
  '；': ';',
  '؛': ';',
  '：': ':',
  '．': '.',
  '・': '、',
  '\u202F': ' ',
}
const WIDE_SIGNS = new RegExp(`[${Object.keys(NARROW_SIGNS).map(RegExp.escape).join('')}]`, 'gu')

/** A quoted term in brackets: the text's own name for what it just described. */
const DEFINED_TERM = /\((?=[^()]*["“”„«»「」])[^()]*\)/g

const QUOTES = /["“”„«»「」]/g

const BULLETS = /(?:^|\n)[^\S\n]*(?:[-–—•*·‣▪+✓✔✅☑]|\d{1,2}[.)]|\(?[a-z]\)|[a-z]\.|\(?[ivx]{1,4}\))[^\S\n]+/g

/** "(a) Bavaria (b) Hesse", "(i) …" within a line. */
const ENUMERATORS = /(^|[\s;,:])\((?:[a-h]|i{1,3}|iv|vi{0,3}|[xyz]|\d{1,2})\)(?=\s)/gi

/** "PK; NI; HR" is one list. */
const CODES_APART = /(?<=(?:^|[\s;,])\p{Lu}{2})\s*;\s*(?=\p{Lu}{2}\b(?![\s]*[-–—:]))/gu

/** "TX – Harris, Fort Bend; LA – Calcasieu". */
const CODE_LABELS = /((?:^|[;\n])[^\S\n]*)(\p{Lu}{2})[^\S\n]+[–—-][^\S\n]+/gu

const BRACKETS = /\(([^()]*)\)/g

/** A word begins, or ends. */
const START = '(?<![\\p{L}\\p{N}_])'
const END = '(?![\\p{L}\\p{N}_])'
