/**
 * Finds the boundary of one row: only if exactly one fits best all that the row says, with a gap to the next. Everything else is left to
 * people, with the candidates.
 */
import { counted } from '../../util/count-with-noun.ts'
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { nameIn } from '../boundary/language.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { isCode } from '../catalog/code-forms.ts'
import type { NameWords } from '../catalog/name-words.ts'
import { queryCodesOf } from '../catalog/query-codes.ts'
import type { FoundByName } from '../catalog/ranking.ts'
import { type Fit, fitsOf, TIERS } from './fits.ts'
import { otherTown } from './other-town.ts'
import {
  type Matched,
  type Place,
  type PlaceMatch,
  type Reason,
  SCORES,
  type Unmatched,
  unmatched,
} from './place.ts'
import { type Scope, type ScopeSearch, scopeReader } from './scope.ts'
import { isLikely, similarTo } from './similar.ts'

export interface PlaceSearch extends ScopeSearch {
  readonly catalog: Pick<Catalog, 'find' | 'hint' | 'list' | 'search' | 'town'>
}

/** Returns a function that answers each row as if it were alone. */
export const placeMatcher = (search: PlaceSearch): ((place: Place) => Promise<PlaceMatch>) => {
  const scopeOf = scopeReader(search)
  const matchPlace = async (place: Place): Promise<PlaceMatch> => {
    const fault = faultOf(place)
    if (fault !== null) return unmatched(fault)
    const scope = await scopeOf(place)
    if ('fault' in scope) return unmatched(scope.fault, scope.candidates)
    const written = withZero(place, scope)
    const found = await foundIn(search, written, scope)
    const named = await matchName(search, written, scope, found)
    if (named !== null) return named
    const parted = withParentOfName(place)
    const answer = parted === null ? null : await matchPlace(parted)
    return answer?.isMatched === true ? answer : matchSimilar(search, written, scope, found)
  }
  return matchPlace
}

/** Spreadsheets write the county 06037 as 6037. */
const withZero = (place: Place, { countries }: Scope): Place =>
  countries.includes('US') && /^\d{4}$/.test(place.name) ? { ...place, name: `0${place.name}` } : place

/** "Fresno Conty, California" has its parent in the name. Null if it has none, or if the row has another cell for it. */
const withParentOfName = (place: Place): Place | null => {
  const [name, ...parents] = place.name.split(',').map((part) => part.trim())
  return place.parent !== '' || name === '' || parents.length === 0
    ? null
    : { ...place, name, parent: parents.join(', ') }
}

const faultOf = (place: Place): string | null => {
  const cells = Object.values(place)
  if (cells.every((cell) => cell === '')) return 'The row is empty.'
  if (place.name === '') return 'The row has no name.'
  if (cells.some((cell) => cell.length > MAX_LETTERS)) return `A cell has more than ${MAX_LETTERS} letters.`
  return null
}

/** Longer texts are no names: the limit of `search_boundaries`. */
const MAX_LETTERS = 200

const foundIn = ({ catalog }: PlaceSearch, place: Place, scope: Scope): Promise<readonly FoundByName[]> =>
  catalog.search({
    ...questionOf(place, scope),
    limit: MAX_FOUND,
    isExplained: true,
    isSpelt: true,
    within: scope.parents,
    isWanted: (record) => rankOf(record, scope) !== null,
  })

/** Of more that fit, the first ones already are several. */
const MAX_FOUND = 100

const questionOf = ({ name }: Place, { countries }: Scope) => ({
  text: name,
  countries,
  kind: null,
  adminLevel: null,
  near: null,
})

/** 0 for the level that the row states; null for another one. */
const rankOf = (record: BoundaryRecord, { level }: Scope): number | null =>
  level === null ? 0 : level(record)

/** Returns null if no boundary has the name. */
const matchName = async (
  search: PlaceSearch,
  place: Place,
  scope: Scope,
  found: readonly FoundByName[],
): Promise<PlaceMatch | null> => {
  const fits = fitsOf(found, place.name, search.words)
  const best = bestOf(fits, scope)
  if (best.length === 0) return null
  const [fit] = best
  const rivals = best.length > 1 ? best.slice(1) : fits.filter((each) => isRival(each, fit, scope))
  if (rivals.length > 0) return severalFit([fit, ...rivals])
  const { record, reason } = fit
  if (reason === 'code' || (scope.level !== null && !isTown(record))) return matched(record, reason, scope)
  const town = await otherTown(search, place.name, questionInWords(place, scope), record, found)
  if (town === null) return matched(record, reason, scope)
  if (reason === 'name' && town.isInside && isPlaced(place, scope))
    return matched(record, 'name of a town in it, too', scope)
  return unmatched(`${town.sentence} State the level if the boundary is meant.`, [record])
}

/** Returns the fits that fit the level best, and of these the ones of the best tier. */
const bestOf = (fits: readonly Fit[], scope: Scope): readonly Fit[] => {
  const best = Math.min(...fits.map(({ record }) => rankOf(record, scope) ?? Number.POSITIVE_INFINITY))
  const ofLevel = fits.filter(({ record }) => rankOf(record, scope) === best)
  const tier = TIERS.find((reasons) => ofLevel.some(({ reason }) => reasons.includes(reason)))
  return ofLevel.filter(({ reason }) => tier?.includes(reason) === true)
}

/** A neighbour in the same boundary that has the name with a level word, which people leave out. */
const isRival = (other: Fit, best: Fit, scope: Scope): boolean =>
  other !== best &&
  best.reason !== 'code' &&
  other.record.parents.at(-1)?.id === best.record.parents.at(-1)?.id &&
  rankOf(other.record, scope) === rankOf(best.record, scope)

const isPlaced = ({ name }: Place, { countries, parents }: Scope): boolean =>
  countries.length > 0 || parents.length > 0 || name.includes(',')

/** True for a boundary of which the level does not say that it is no town. */
const isTown = ({ kind, alsoKinds = [] }: BoundaryRecord): boolean =>
  [kind, ...alsoKinds].some((each) => each === 'city' || each === 'municipality')

/** With the parent in the text, as in "Springfield, Missouri": towns have no boundaries around them until they are looked for. */
const questionInWords = (place: Place, scope: Scope) => {
  const question = questionOf(place, scope)
  const [parent] = scope.parents
  return parent === undefined ? question : { ...question, text: `${place.name}, ${nameIn(parent, ['en'])}` }
}

const severalFit = (fits: readonly Fit[]): Unmatched =>
  unmatched(
    `${counted(fits.length, 'boundary', 'boundaries')} fit equally well. Add the country, the level or the parent, or write the id in place of the name.`,
    fits.map(({ record }) => record),
  )

const matched = (record: BoundaryRecord, reason: Reason, { score, notes }: Scope, share = 1): Matched => ({
  isMatched: true,
  record,
  score: Math.round(100 * SCORES[reason] * share * score) / 100,
  reason: [reason, ...notes].join('; '),
  isMisspelt: reason === 'similar name' || notes.length > 0,
})

/** Matches a name with typing errors if the name that is meant would be matched. */
const matchSimilar = async (
  search: PlaceSearch,
  place: Place,
  scope: Scope,
  found: readonly FoundByName[],
): Promise<PlaceMatch> => {
  const similar = isCodeOrId(place.name, search.words)
    ? []
    : await similarTo(search, place.name, scope.countries, (record) =>
        liesIn(record, scope) ? rankOf(record, scope) : null,
      )
  const [nearest] = similar
  if (nearest !== undefined && similar.length === 1 && isLikely(nearest)) {
    const meant = { ...place, name: nearest.name }
    const answer = await matchName(search, meant, scope, await foundIn(search, meant, scope))
    if (answer?.isMatched === false) return answer
    if (answer?.record.id === nearest.record.id)
      return matched(nearest.record, 'similar name', scope, 1 - nearest.errors / nearest.letters)
  }
  const candidates = new Map([...similar, ...found].map(({ record }) => [record.id, record] as const))
  if (candidates.size > 0)
    return unmatched(
      similar.length > 1
        ? `No boundary has exactly this name, and ${similar.length} have similar ones. Correct the name, or write the id in its place.`
        : 'No boundary has exactly this name, and none has one that is similar enough. Correct the name, or write the id in its place.',
      [...candidates.values()],
    )
  const question = questionInWords(place, scope)
  const hint = await search.catalog.hint({ ...question, isLive: false, reader: 'operator' }, found)
  const around = (await search.catalog.town(question, found))?.boundary.boundary ?? null
  return unmatched(hint ?? 'No boundary has this name.', around === null ? [] : [around])
}

/** A code with an error is another code. */
const isCodeOrId = (text: string, { codes }: NameWords): boolean => {
  const { areCertain, form } = queryCodesOf(text)
  return areCertain !== 'never' || (form !== null && isCode(form, codes))
}

const liesIn = ({ kind, country, parents }: BoundaryRecord, scope: Scope): boolean =>
  scope.parents.length === 0 ||
  scope.parents.some(
    (parent) =>
      parents.some(({ id }) => id === parent.id) ||
      (parent.kind === 'country' && kind !== 'country' && country === parent.country),
  )
