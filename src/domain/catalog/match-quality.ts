/** Rates how well the names of a boundary match a query. */
import { editDistance } from '../../util/edit-distance.ts'
import type { Match } from '../boundary/boundary-json.ts'
import { isJoining } from './bare-names.ts'
import { foldName, squeeze, wordsOf } from './fold.ts'
import { type CodePart, codePart } from './name-forms.ts'
import type { NameWords } from './name-words.ts'
import type { NameForm, NameHit } from './ports.ts'
import { spellingsOf } from './spellings.ts'

/** From the best match to the worst. */
const GRADES = [
  { name: 'code as written', match: 'exact' },
  { name: 'name', match: 'exact' },
  // The name with the word of another level: "Oblast of Chelyabinsk".
  { name: 'name of level', match: 'exact' },
  // "de" in small letters, where no name competes: the country before a state with the same letters.
  { name: 'country code', match: 'exact' },
  // "TX": "Ham" is a place first, and Hampshire (GB-HAM) after it.
  { name: 'code', match: 'exact' },
  { name: 'name without level', match: 'prefix' },
  { name: 'beginning', match: 'prefix' },
  { name: 'words', match: 'words' },
  { name: 'similar', match: 'fuzzy' },
] as const satisfies readonly { readonly name: string; readonly match: Match }[]

export type Grade = (typeof GRADES)[number]['name']

const BY_NAME = Object.fromEntries(
  GRADES.map(({ name, match }, at) => [name, { at, match }]),
) as unknown as Readonly<Record<Grade, { readonly at: number; readonly match: Match }>>

export interface NameFit {
  readonly form: NameForm
  /** Smaller is better. */
  readonly grade: number
  readonly match: Match
  /** Number of letters that differ; 0 except for similar names. */
  readonly edits: number
}

/** A name to search for. */
export interface WantedName {
  /** The caller's. */
  readonly languages: readonly string[]
  readonly folded: string
  readonly spellings: readonly string[]
  readonly squeezed: string
  /** False if the text has accents or letters of other scripts, which codes do not have. */
  readonly mayBeCode: boolean
  /** True in capitals: "MUS" is Mauritius before it is Muş. */
  readonly isInCapitals: boolean
}

export const wantedName = (
  folded: string,
  { text: written, languages = [] }: { readonly text: string; readonly languages?: readonly string[] },
  words: NameWords,
): WantedName => ({
  languages,
  folded,
  spellings: spellingsOf(folded, words),
  squeezed: squeeze(folded),
  mayBeCode: /^[\x20-\x7e]*$/.test(written) && (!joinsOnly(folded, words) || isWhole(folded, written)),
  isInCapitals: /^[A-Z\d -]+$/.test(written),
})

/** "the of and" is no code of Andorra, and "la" not the one of Laos; "AND" and "LA" are. */
export const joinsOnly = (folded: string, words: NameWords): boolean =>
  wordsOf(folded).every((word) => isJoining(word, words))

const isWhole = (folded: string, written: string): boolean =>
  written === written.toUpperCase() && foldName(written) === folded

/** Returns the fit of a grade that is known without comparing names. */
export const fitOfGrade = (form: NameForm, grade: Grade, edits = 0): NameFit => {
  const { at, match } = BY_NAME[grade]
  return { form, grade: at, match, edits }
}

/** The grades, from the best match to the worst. */
export const GRADE_NAMES = GRADES.map(({ name }) => name)

export const gradeOf = ({ grade }: NameFit): Grade => GRADES[grade].name

/**
 * Returns the best fit among its names, the first of equals, because the first name is the local one; null if no name
 * matches as written.
 */
export const bestFit = ({ record, forms }: NameHit, wanted: WantedName): NameFit | null => {
  let best: NameFit | null = null
  for (const form of forms) {
    const fit = fitOf(form, record, wanted)
    if (fit === null) continue
    if (best === null || fit.grade < best.grade) best = fit
  }
  return best
}

/** Returns the fit of the most similar name; null if none is similar enough. */
export const nearestFit = (forms: readonly NameForm[], { folded: query }: WantedName): NameFit | null => {
  let best: NameFit | null = null
  for (const form of forms) {
    const edits = editsBetween(form.folded, query)
    if (edits !== null && (best === null || edits < best.edits)) best = fitOfGrade(form, 'similar', edits)
  }
  return best
}

const fitOf = (form: NameForm, record: NameHit['record'], wanted: WantedName): NameFit | null => {
  const { folded } = form
  const { spellings } = wanted
  const isWhole = spellings.includes(folded) || isSqueezed(folded, wanted)
  const isBegun = isWhole || spellings.some((spelling) => folded.startsWith(spelling))
  if (isBegun) {
    const part = codePart(form, record)
    // "Chur" is a town, not Uri (CH-UR).
    if (part !== null && (!wanted.mayBeCode || (isWhole && !spellings.includes(folded)))) return null
    if (!isWhole) return fitOfGrade(form, 'beginning')
    return fitOfGrade(form, part === null ? 'name' : CODE_GRADES[part](wanted))
  }
  return spellings.some((spelling) => hasWords(folded, spelling)) ? fitOfGrade(form, 'words') : null
}

const CODE_GRADES: Readonly<Record<CodePart, (wanted: WantedName) => Grade>> = {
  country: ({ isInCapitals }) => (isInCapitals ? 'code as written' : 'country code'),
  subdivision: () => 'code',
}

const isSqueezed = (folded: string, { squeezed }: WantedName): boolean =>
  folded.length >= squeezed.length && folded[0] === squeezed[0] && squeeze(folded) === squeezed

/** True if every word of the query is a word of the name; the last may be a prefix. */
const hasWords = (folded: string, query: string): boolean => {
  const wanted = wordsOf(query)
  // Rejects most names before splitting them: a boundary has a hundred.
  if (!wanted.every((word) => folded.includes(word))) return false
  const words = wordsOf(folded)
  const last = wanted.length - 1
  return wanted.every((word, index) =>
    words.some((each) => (index === last ? each.startsWith(word) : each === word)),
  )
}

/** Returns null if a name is too different: more than one letter in five, or another first letter. */
const editsBetween = (folded: string, query: string): number | null => {
  const most = Math.floor(query.length / LETTERS_AN_EDIT)
  if (most === 0 || folded[0] !== query[0]) return null
  const edits = editDistance(folded, query, most)
  return edits <= most ? edits : null
}

const LETTERS_AN_EDIT = 5
