/** Level words in names and phrases: "State of Texas", "the Swiss cantons", "Kanton Zürich". */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { Kind } from '../boundary/kind.ts'
import { wordsOf } from './fold.ts'

export interface LevelWord {
  /** Folded: "county", "counties". */
  readonly word: string
  /** Folded: the form that names contain, "county". */
  readonly inNames: string
  /** True for a plural. */
  readonly many: boolean
  /** True if it is the singular in some language. */
  readonly mayBeOne: boolean
  /** Possible kinds, the likeliest first. */
  readonly kinds: readonly Kind[]
  /** Further kinds in single countries, by ISO 3166-1 alpha-2. */
  readonly where: ReadonlyMap<string, readonly Kind[]>
  /** Countries, by ISO 3166-1 alpha-2, whose units also have another word: Canada has provinces and territories. */
  readonly partialIn: ReadonlySet<string>
}

/** Rates how well a boundary fits a level word: 0 is best; null if it does not fit. */
export const levelRank = (
  { kinds, where }: Pick<LevelWord, 'kinds' | 'where'>,
  { kind, alsoKinds = [], country }: Pick<BoundaryRecord, 'kind' | 'alsoKinds' | 'country'>,
): number | null => {
  const named = [...kinds, ...(where.get(country ?? '') ?? [])]
  const ranks = [kind, ...alsoKinds].map((each) => named.indexOf(each)).filter((rank) => rank >= 0)
  return ranks.length === 0 ? null : Math.min(...ranks)
}

/** True if the word may describe the boundary: a word that is not listed for a country may name its first level. */
export const isOfLevel = (level: LevelWord, record: BoundaryRecord): boolean =>
  levelRank(level, record) !== null ||
  (level.kinds.length === 0 && !level.where.has(record.country ?? '') && isFirstLevel(record))

/** True if it lies directly in a country: Ponce does, in Puerto Rico, although Puerto Rico lies in the United States. */
export const isFirstLevel = ({ kind, parents }: Pick<BoundaryRecord, 'kind' | 'parents'>): boolean =>
  kind !== 'country' && parents.at(-1)?.kind === 'country'

/** A country, or a state or region of one. */
export const isLarge = ({ adminLevel }: Pick<BoundaryRecord, 'adminLevel'>): boolean =>
  adminLevel !== null && adminLevel <= STATE_LEVEL

const STATE_LEVEL = 4

/** By folded word; a word may name several levels. */
interface LevelWords {
  readonly levels: ReadonlyMap<string, readonly LevelWord[]>
}

export interface LevelInPhrase {
  readonly level: LevelWord
  /** Folded text before and after the word. */
  readonly before: string
  readonly after: string
}

/** Returns every level word in the phrase: those at its edges first, the longest of these first. */
export const levelsIn = (folded: string, { levels }: LevelWords): readonly LevelInPhrase[] => {
  const words = wordsOf(folded)
  const found: LevelInPhrase[] = []
  const isEdge = ({ before, after }: LevelInPhrase): boolean => before === '' || after === ''
  for (let length = Math.min(words.length, MAX_LEVEL_WORDS); length > 0; length--)
    for (let start = 0; start + length <= words.length; start++) {
      for (const level of levels.get(words.slice(start, start + length).join(' ')) ?? [])
        found.push({
          level,
          before: words.slice(0, start).join(' '),
          after: words.slice(start + length).join(' '),
        })
    }
  return [...found.filter(isEdge), ...levelsInRun(words, levels), ...found.filter((each) => !isEdge(each))]
}

/**
 * Finds level words written together with the name, the longest first: 江苏省, 경기도, "จังหวัดเชียงใหม่". A name has at least two
 * letters: 제주 is not 제.
 */
const levelsInRun = (words: readonly string[], levels: LevelWords['levels']): readonly LevelInPhrase[] => {
  const first = words.at(0) ?? ''
  const last = words.at(-1) ?? ''
  const found: LevelInPhrase[] = []
  const longest = Math.min(MAX_RUN_WORD, Math.max(first.length, last.length) - 1)
  for (let length = longest; length > 0; length--) {
    if (LEVEL_FIRST.test(first) && NAME_BEHIND.test(first.slice(length)))
      for (const level of levels.get(first.slice(0, length)) ?? [])
        found.push({ level, before: '', after: [first.slice(length), ...words.slice(1)].join(' ') })
    if (LEVEL_LAST.test(last) && NAME_BEFORE.test(last.slice(0, -length)))
      for (const level of levels.get(last.slice(-length)) ?? [])
        found.push({ level, before: [...words.slice(0, -1), last.slice(0, -length)].join(' '), after: '' })
  }
  return found
}

const LEVEL_FIRST = /^[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u
const LEVEL_LAST = /[\p{sc=Han}\p{sc=Hangul}]$/u
/** A name does not begin with a vowel sign. */
const NAME_BEHIND = /^\p{L}\p{M}*\p{L}/u
const NAME_BEFORE = /[\p{L}ー]{2}$/u
/** "สหพันธ์สาธารณรัฐ" has this many letters and signs. */
const MAX_RUN_WORD = 20

/** "Free and Hanseatic City" has four words. */
const MAX_LEVEL_WORDS = 4
