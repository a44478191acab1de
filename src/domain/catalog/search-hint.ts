/**
 * Hint for an answer to a search: the town that the name may mean, and where it is; the group or missing unit that it
 * is; or what the filters exclude.
 */
import { METES } from '../../util/command-name.ts'
import { firstListed, listed } from '../../util/join-words.ts'
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { parseBoundaryReference } from '../boundary/id.ts'
import { factsOfQuery, withAdvice } from './code-hint.ts'
import { foldName } from './fold.ts'
import { factsOfName } from './former-names.ts'
import { type GroupFact, NO_HINT_FACTS } from './hint-facts.ts'
import type { LayerView } from './layers.ts'
import type { Lexicon } from './lexicon.ts'
import { missingUnit } from './missing-unit.ts'
import { nameContexts } from './name-contexts.ts'
import { postcodeBeside } from './postcode-beside.ts'
import { queryCodesOf } from './query-codes.ts'
import type { FoundByName } from './ranking.ts'
import { readingsOf } from './readings.ts'
import { regionOfQuery } from './region-to-import.ts'
import { search } from './search.ts'
import { similarWordsOf } from './similar-words.ts'
import { type PlacedTown, townBeside } from './town-beside.ts'
import { inWords, othersInWords, townInWords } from './town-boundary.ts'
import { townInstead } from './town-instead.ts'
import type { Reverse, SearchedFor } from './towns-of-reading.ts'

/** Where a missing boundary may be found: in an extract to import, on the live map (absent, not asked, or searched). */
export type MissingFrom = 'import' | 'no live map' | 'live' | 'searched live'

/** Who reads the hint: the operator on this machine, or a caller of a server, who cannot change its data. */
export type HintReader = 'operator' | 'caller'

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
  const advice = (): string => adviceOn(missingFrom, reader, regionOfQuery(text, question.countries))
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
  if (missing?.by === 'code') return `${missing.sentence} ${advice()}`
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
  if (queryCodesOf(text).areCertain === 'always') return `${text.trim()} is not in this catalog. ${advice()}`
  const reference = parseBoundaryReference(text)
  if ('problem' in reference && ID_LIKE.test(text.trim())) return reference.problem
  const { written, understood } = readingsOf(text, lexicon.words)
  const group = [...written, ...understood]
    .filter(({ context }) => context.length === 0)
    .map(({ name }) => facts.groups().get(name))
    .find((each) => each !== undefined)
  if (group !== undefined) return groupHint(text.trim(), group, 'no boundary')
  const former = await factsOfName([...written, ...understood], contexts, codes, view)
  const town = await townInstead(found, question, contexts, lexicon, reverse)
  if (town !== null) {
    const more = missing?.sentence ?? former?.text
    return told(town, more === undefined ? [] : [more])
  }
  if (missing !== null) return `${missing.sentence} ${advice()}`
  if (former !== null) return withAdvice(former, advice)
  if (found.length > 0) return null
  const beside = postcodeBeside(text)
  if (beside !== null)
    return `${beside.postcode} has the form of ${beside.form}. No boundary combines it with a name: search for "${beside.name}", or for ${beside.postcode} alone.`
  return (
    (await excludedHint(view, lexicon, question)) ??
    `No boundary in this catalog has this name${hasFilter(question) ? ` and matches ${filtersOf(question)}` : ''}. Check the spelling. ${advice()}`
  )
}

/** How to get the missing boundary. @param region code to import it by; null if unknown */
const adviceOn = (missingFrom: MissingFrom, reader: HintReader, region: string | null): string => {
  switch (missingFrom) {
    case 'import':
      return IMPORT_ADVICE[reader](region)
    case 'no live map':
      return `This service does not search OpenStreetMap, so live=true finds nothing more. ${IMPORT_ADVICE[reader](region)}`
    case 'live':
      return 'To fetch it from OpenStreetMap, search again with live=true.'
    case 'searched live':
      return 'The search of OpenStreetMap found no boundary either.'
  }
}

const IMPORT_ADVICE: Readonly<Record<HintReader, (region: string | null) => string>> = {
  operator: (region) =>
    `To add what is missing, import an OpenStreetMap extract that has it (${METES} import --region ${region ?? 'NAME'}), or set METES_CONTACT so that this service fetches it.`,
  caller: () =>
    'The operator of this service can add what is missing: send a feature request (request_feature).',
}

/** An id, or an address of openstreetmap.org, whether valid or not. */
const ID_LIKE =
  /^(?:[rwn]\d+$|(?:relation|way|node)\/|iso:|fips:|nuts:|geonames:|wikidata:|-?\d{6,}$|(?:https?:\/\/)?(?:www\.)?(?:openstreetmap|osm)\.org)/i

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
    : `No boundary of this name matches ${filtersOf(question)}. Without the filter, the search finds ${listed(named.map(keptOut))}.`
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
