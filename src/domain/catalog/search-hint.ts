/**
 * Hint for an answer to a search: the town that the name may mean, and where it is; the group or missing unit that it
 * is; or what the filters exclude.
 */
import { firstListed, listed } from '../../util/listed.ts'
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { parseBoundaryReference } from '../boundary/id.ts'
import type { Kind } from '../boundary/kind.ts'
import type { Town } from '../gazetteer/ports.ts'
import { bboxContains } from '../geometry/bbox.ts'
import type { Position } from '../geometry/rings.ts'
import { bareNames } from './bare-names.ts'
import { factsOfQuery, withAdvice } from './code-hint.ts'
import { foldName } from './fold.ts'
import { factsOfName } from './former-names.ts'
import { type GroupFact, NO_HINT_FACTS } from './hint-facts.ts'
import type { LayerView } from './layers.ts'
import { isFirstLevel } from './level-words.ts'
import type { Lexicon } from './lexicon.ts'
import { farness, ownNames, pointBox, townsMeant } from './meant-town.ts'
import { missingUnit } from './missing-unit.ts'
import { type NameContexts, nameContexts } from './name-contexts.ts'
import type { NameWords } from './name-words.ts'
import { isMainName, isOwnName, mainNamesOf } from './own-name.ts'
import type { NameContext } from './ports.ts'
import { postcodeBeside } from './postcode-beside.ts'
import { peopleOf } from './prominence.ts'
import { queryCodesOf } from './query-codes.ts'
import type { FoundByName } from './ranking.ts'
import { type NameReading, readingsOf, writtenReadings } from './readings.ts'
import { regionOfQuery } from './region-to-import.ts'
import { type SearchQuestion, search } from './search.ts'
import { similarWordsOf } from './similar-words.ts'
import {
  boundaryOfTown,
  inWords,
  regionInWords,
  standingFor,
  type TownBoundary,
  townInWords,
} from './town-boundary.ts'

/** Where a missing boundary may be found: in an extract to import, on the live map (absent, not asked, or searched). */
export type MissingFrom = 'import' | 'no live map' | 'live' | 'searched live'

/** Who reads the hint: the operator on this machine, or a caller of a server, who cannot change its data. */
export type HintReader = 'operator' | 'caller'

export type SearchedFor = Pick<SearchQuestion, 'text' | 'countries' | 'kind' | 'adminLevel' | 'near'>

/** Returns the boundaries around a point. */
type Reverse = (point: Position) => Promise<readonly BoundaryRecord[]>

/** Returns null if boundaries of exactly this name were found, and nothing else is as likely to be meant. */
export const searchHint = async (
  view: LayerView,
  lexicon: Lexicon,
  reverse: Reverse,
  question: SearchedFor,
  found: readonly FoundByName[],
  { missingFrom, reader }: { readonly missingFrom: MissingFrom; readonly reader: HintReader },
): Promise<string | null> => {
  const { text } = question
  const facts = lexicon.facts ?? NO_HINT_FACTS
  const advice = adviceOn(missingFrom, reader, regionOfQuery(text, question.countries))
  const { codes } = lexicon.words
  const told = ({ town, boundary, others }: PlacedTown, more: readonly string[] = []): string =>
    [
      townInWords(town, boundary),
      ...othersInWords(others),
      ...more,
      ...(boundary.has === 'none' ? [adviceOn(missingFrom, reader, boundary.region)] : []),
    ].join(' ')
  const contexts = nameContexts(view, similarWordsOf(view), lexicon.words)
  const exact = found.flatMap(({ match, record }) => (match === 'exact' ? [record] : []))
  const missing = exact.length > 0 ? null : await missingUnit(view, lexicon, text)
  if (missing?.by === 'code') return `${missing.sentence} ${advice}`
  const ofCode = await factsOfQuery(text, found, view, codes)
  if (ofCode !== null) return withAdvice(ofCode, advice)
  if (exact.length > 0) {
    // "Kashmir" is a part of it, too.
    const alsoGroup = exact.some(({ kind }) => kind === 'country')
      ? undefined
      : facts.groups().get(foldName(text))
    if (alsoGroup !== undefined) return groupHint(text.trim(), alsoGroup, 'also a boundary')
    const town = await townBeside(exact, question, contexts, lexicon, reverse)
    return town === null ? null : told(town)
  }
  if (queryCodesOf(text).areCertain === 'always') return `${text.trim()} is not in this catalog. ${advice}`
  const reference = parseBoundaryReference(text)
  if ('problem' in reference && ID_LIKE.test(text.trim())) return reference.problem
  const { written, understood, guessed } = readingsOf(text, lexicon.words)
  const group = [...written, ...understood]
    .filter(({ context }) => context.length === 0)
    .map(({ name }) => facts.groups().get(name))
    .find((each) => each !== undefined)
  if (group !== undefined) return groupHint(text.trim(), group, 'no boundary')
  const former = await factsOfName([...written, ...understood], contexts, codes, view)
  for (const reading of [...written, ...understood, ...(found.length === 0 ? guessed : [])]) {
    const towns = await townsOf(reading, question, contexts, lexicon, reverse)
    const town = towns.at(0)
    if (town === undefined || (found.length > 0 && town.population < MIN_MEANT)) continue
    const boundary = boundaryOfTown(town, await reverse(town.position), lexicon.words)
    const others = othersOf(town, towns, reading, question, lexicon.words)
    const more = missing?.sentence ?? former?.text
    return told({ town, boundary, others }, more === undefined ? [] : [more])
  }
  if (missing !== null) return `${missing.sentence} ${advice}`
  if (former !== null) return withAdvice(former, advice)
  if (found.length > 0) return null
  const beside = postcodeBeside(text)
  if (beside !== null)
    return `${beside.postcode} is in the form of ${beside.form}. No boundary has it beside a name: search for "${beside.name}", or for ${beside.postcode} alone.`
  return (
    (await excludedHint(view, lexicon, question)) ??
    `No boundary in this catalog has this name${hasFilter(question) ? ` and passes ${filtersOf(question)}` : ''}. Check the spelling. ${advice}`
  )
}

/** How to get the missing boundary. @param region code to import it by; null if unknown */
const adviceOn = (missingFrom: MissingFrom, reader: HintReader, region: string | null): string => {
  switch (missingFrom) {
    case 'import':
      return IMPORT_ADVICE[reader](region)
    case 'no live map':
      return `This service does not search OpenStreetMap, so live=true finds no more. ${IMPORT_ADVICE[reader](region)}`
    case 'live':
      return 'To fetch it from OpenStreetMap, search again with live=true.'
    case 'searched live':
      return 'The search of OpenStreetMap finds no boundary either.'
  }
}

const IMPORT_ADVICE: Readonly<Record<HintReader, (region: string | null) => string>> = {
  operator: (region) =>
    `To get what is missing, import an OpenStreetMap extract that has it (metes import --region ${region ?? 'NAME'}), or set METES_CONTACT so that this service fetches it.`,
  caller: () =>
    'The operator of this service can add what is missing: ask for it on the feedback board (request_feature).',
}

/** An id, or an address of openstreetmap.org, whether valid or not. */
const ID_LIKE =
  /^(?:[rwn]\d+$|(?:relation|way|node)\/|iso:|fips:|wikidata:|-?\d{6,}$|(?:https?:\/\/)?(?:www\.)?(?:openstreetmap|osm)\.org)/i

interface PlacedTown {
  readonly town: Town
  readonly boundary: TownBoundary
  /** Other well-known towns of this name. */
  readonly others: readonly Town[]
}

/**
 * Returns the city that a name may mean although boundaries have it: it lies in a larger one of the same name, or elsewhere
 * and most people think of it first; near a point, it is nearer than they are.
 */
const townBeside = async (
  exact: readonly BoundaryRecord[],
  question: SearchedFor,
  contexts: NameContexts,
  lexicon: Lexicon,
  reverse: Reverse,
): Promise<PlacedTown | null> => {
  if (question.kind !== null || question.adminLevel !== null) return null
  const { words } = lexicon
  for (const reading of writtenReadings(question.text, words)) {
    if (reading.level !== null) continue
    const { name } = reading
    if (exact.some((each) => each.kind === 'country' && isMainName(each, name, words))) return null
    const towns = await townsOf(reading, question, contexts, lexicon, reverse)
    const [likeliest] = towns
    if (likeliest !== undefined && exact.some((each) => isOwnBoundary(likeliest, each, words))) return null
    const seats = seatsOf(exact, name, lexicon)
    for (const town of [...towns.slice(0, MAX_COMPARED), ...seats]) {
      const boundary = await boundaryBeside(town, name, exact, question.near, words, reverse)
      if (boundary !== null)
        return { town, boundary, others: othersOf(town, towns, reading, question, words) }
    }
    if (towns.length > 0) return null
  }
  return null
}

const MAX_COMPARED = 4

/** Returns what the catalog has of a town that is meant as likely as the boundaries of its name; null if they are meant. */
const boundaryBeside = async (
  town: Town,
  name: string,
  exact: readonly BoundaryRecord[],
  near: Position | null,
  words: NameWords,
  reverse: Reverse,
): Promise<TownBoundary | null> => {
  const around = exact.filter(({ bbox }) => bboxContains(bbox, town.position))
  if (around.some((each) => each.kind === 'country' && isOwnName(each, name, words))) return null
  const isElsewhere = isBetterKnown(town, name, exact, near, words)
  // Most exact matches end here, before a polygon is read.
  if ((around.length === 0 && !isElsewhere) || around.some((each) => isOwnBoundary(town, each, words)))
    return null
  const containing = await reverse(town.position)
  const within = around.find(({ id }) => containing.some((each) => each.id === id))
  const isMeant =
    within === undefined
      ? isElsewhere
      : standingFor(town, within, words) === null
        ? isSeat(town, within) && sharesName(town, name, within, words)
        : town.population >= LARGE
  return isMeant ? boundaryOfTown(town, containing, words) : null
}

const isOwnBoundary = (town: Town, boundary: BoundaryRecord, words: NameWords): boolean =>
  bboxContains(boundary.bbox, town.position) && standingFor(town, boundary, words) === 'own'

/** Seats that first-level units are named for in another language than the query: Luzern for "Lucerne". */
const seatsOf = (exact: readonly BoundaryRecord[], name: string, { towns }: Lexicon): readonly Town[] =>
  exact
    .filter(isFirstLevel)
    .slice(0, MAX_UNITS)
    .flatMap((unit) =>
      [...mainNamesOf(unit)]
        .filter((each) => each !== name)
        .flatMap((other) =>
          towns
            .named(other)
            .filter((town) => town.countryCode === unit.country && foldName(town.name) === other)
            .slice(0, 1),
        ),
    )

const MAX_UNITS = 3

/** Returns the other towns of the name that people may mean: large ones and capitals, unless the query says where the town is. */
const othersOf = (
  told: Town,
  towns: readonly Town[],
  { name, context }: NameReading,
  { near }: SearchedFor,
  words: NameWords,
): readonly Town[] => {
  if (near !== null || context.length > 0) return []
  const named = ownNames(name, words)
  return towns
    .filter((town) => town !== told && named.has(foldName(town.name)) && isWellKnown(town))
    .slice(0, MAX_OTHERS)
}

const MAX_OTHERS = 3

const isWellKnown = ({ population, seatOrder }: Town): boolean => population >= LARGE || seatOrder === 0

/** "Other cities of this name: in Spain; in California, United States." No sentence without any. */
const othersInWords = (others: readonly Town[]): readonly string[] =>
  others.length === 0
    ? []
    : [
        `${others.length === 1 ? 'Another city' : 'Other cities'} of this name: ${others.map((town) => `in ${regionInWords(town)}`).join('; ')}. To find ${others.length === 1 ? 'it' : 'one'}, add the region or country to the name.`,
      ]

/** True if a town outside the boundaries of its name comes to mind as easily as they do. */
const isBetterKnown = (
  town: Town,
  name: string,
  exact: readonly BoundaryRecord[],
  near: Position | null,
  words: NameWords,
): boolean => {
  if (near !== null) {
    const nearest = Math.min(...exact.map(({ bbox }) => farness(near, bbox)))
    const far = farness(near, pointBox(town.position))
    if (far !== nearest) return far < nearest && town.population >= SMALL
  }
  const isOwn = ownNames(name, words).has(foldName(town.name))
  if (!isOwn && exact.some((each) => isMainName(each, name, words))) return false
  // Victoria in Canada, and the one in the Seychelles.
  const isCapital = isOwn && (town.seatOrder === 0 || (town.seatOrder === 1 && town.population >= LARGE))
  const isLarger = isOwn && exact.some((each) => peopleOf(each) < town.population)
  return isCapital || isLarger || town.population >= (isOwn && !exact.some(isFirstLevel) ? LARGE : HUGE)
}

/** Bern in Berne; New York City in New York, where many of its people live, but for Bahia not Salvador. */
const sharesName = (town: Town, name: string, boundary: BoundaryRecord, words: NameWords): boolean =>
  foldName(town.name) === name ||
  isOwnName(boundary, town.name, words) ||
  (MAX_TIMES_LARGER * town.population >= (boundary.population ?? Number.POSITIVE_INFINITY) &&
    bareNames(foldName(town.name), words).some(({ name }) => isOwnName(boundary, name, words)))

const MAX_TIMES_LARGER = 3

const isSeat = ({ population, seatOrder }: Town, boundary: BoundaryRecord): boolean =>
  population >= LARGE || (seatOrder !== null && seatOrder <= (isFirstLevel(boundary) ? 1 : 2))

/**
 * Returns the towns of the name, the likeliest first; of a reading with parents only the likeliest that lies in all of them. Empty also
 * where the filters of the question want something else than a town.
 */
const townsOf = async (
  { name, level, context }: NameReading,
  question: SearchedFor,
  contexts: NameContexts,
  { towns, words }: Lexicon,
  reverse: Reverse,
): Promise<readonly Town[]> => {
  const { kind, adminLevel } = question
  if (level !== null && !level.kinds.includes('city')) return []
  if ((kind !== null && !TOWN_KINDS.has(kind)) || (adminLevel !== null && adminLevel <= MAX_REGION_LEVEL))
    return []
  const meant = townsMeant(name, towns, question, words)
  if (meant.length === 0 || context.length === 0) return meant
  const parents = await contexts.of(context, false)
  if (parents === null) return []
  for (const town of meant.slice(0, MAX_PLACED)) if (await townLiesIn(town, parents, reverse)) return [town]
  return []
}

const townLiesIn = async (
  { position }: Town,
  parents: readonly NameContext[],
  reverse: Reverse,
): Promise<boolean> => {
  const containing = await reverse(position)
  return parents.every(({ ids, countries }) =>
    containing.some(
      ({ id, kind, country }) =>
        ids.includes(id) || (kind === 'country' && country !== null && countries.includes(country)),
    ),
  )
}

const TOWN_KINDS: ReadonlySet<Kind> = new Set(['city', 'municipality'])
/** Levels of countries, states and provinces. */
const MAX_REGION_LEVEL = 4

/** Population above which most people think of the town. */
const HUGE = 300_000
const LARGE = 100_000
const SMALL = 5_000

/** If boundaries' names begin with the query, most people do not mean a smaller town. */
const MIN_MEANT = 20_000

/** Limits the lookups of towns with the same name. */
const MAX_PLACED = 30

const groupHint = (
  text: string,
  { members, refusal }: GroupFact,
  standing: 'no boundary' | 'also a boundary',
): string =>
  refusal === null
    ? `"${text}" is ${standing === 'no boundary' ? 'a' : 'also a'} group of boundaries: ${firstListed(members, MAX_MEMBERS)}. To draw it, call create_area with text="${text}".`
    : `"${text}" is ${standing === 'no boundary' ? standing : 'more than this boundary'}, and create_area does not draw it. ${refusal}`

const MAX_MEMBERS = 30

/** What the filters exclude: boundaries of exactly this name. */
const excludedHint = async (
  view: LayerView,
  lexicon: Lexicon,
  question: SearchedFor,
): Promise<string | null> => {
  if (!hasFilter(question)) return null
  const unfiltered = { ...question, countries: [], kind: null, adminLevel: null, limit: MAX_EXCLUDED }
  const all = await search(view, lexicon, unfiltered, [])
  const named = all.filter(({ match }) => match === 'exact').map(({ record }) => record)
  return named.length === 0
    ? null
    : `No boundary of this name passes ${filtersOf(question)}. Without the filter there is ${listed(named.map(keptOut))}.`
}

const keptOut = (record: BoundaryRecord): string => {
  const parent = record.parents.at(-1)
  return `${inWords(record)}, ${record.kind.replaceAll('_', ' ')}${parent === undefined ? '' : ` in ${parent.name}`}`
}

const MAX_EXCLUDED = 3

const hasFilter = ({ countries, kind, adminLevel }: SearchedFor): boolean =>
  countries.length > 0 || kind !== null || adminLevel !== null

/** "country=DE, kind=city". */
const filtersOf = ({ countries, kind, adminLevel }: SearchedFor): string =>
  [
    ...(countries.length === 0 ? [] : [`country=${countries.join(',')}`]),
    ...(kind === null ? [] : [`kind=${kind}`]),
    ...(adminLevel === null ? [] : [`admin_level=${adminLevel}`]),
  ].join(', ')
