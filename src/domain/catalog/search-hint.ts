/** Hint for a search without an exact match: that the name is a town without a polygon, and how to get one. */
import { parseBoundaryReference } from '../boundary/id.ts'
import type { Town } from '../gazetteer/ports.ts'
import { townWithoutPolygon } from '../gazetteer/without-polygon.ts'
import type { Position } from '../geometry/rings.ts'
import { isUntold } from './city-names.ts'
import { foldName } from './fold.ts'
import type { LayerView } from './layers.ts'
import type { Lexicon } from './lexicon.ts'
import { type NameContexts, nameContexts } from './name-contexts.ts'
import type { NameContext } from './ports.ts'
import { queryCodesOf } from './query-codes.ts'
import type { FoundByName } from './ranking.ts'
import { type NameReading, readingsOf } from './readings.ts'
import { similarWordsOf } from './similar-words.ts'

/** Where a missing boundary may be found: in an extract to import, on the live map (absent, not asked, or searched). */
export type MissingFrom = 'import' | 'no live map' | 'live' | 'searched live'

/** Who reads the hint: the operator on this machine, or a caller of a server, who cannot change its data. */
export type HintReader = 'operator' | 'caller'

/** Returns the boundaries around a point, to check the parents that a query names. */
type Reverse = (point: Position) => Promise<readonly FoundByName['record'][]>

/** Returns null if a whole name matched, unless a larger town has the name. */
export const searchHint = async (
  view: LayerView,
  lexicon: Lexicon,
  reverse: Reverse,
  text: string,
  found: readonly FoundByName[],
  { missingFrom, reader }: { readonly missingFrom: MissingFrom; readonly reader: HintReader },
): Promise<string | null> => {
  const advice = adviceOn(missingFrom, reader)
  const named = found.filter(({ match }) => match === 'exact').map(({ record }) => record)
  const isCode = queryCodesOf(text).areCertain === 'always'
  if (isCode && named.length > 0) return null
  if (isCode) return `${text.trim()} is not in this catalog. ${advice}`
  const reference = parseBoundaryReference(text)
  if ('problem' in reference && ID_LIKE.test(text.trim())) return reference.problem
  const { written, understood, guessed } = readingsOf(text, lexicon.words)
  const contexts = nameContexts(view, similarWordsOf(view), lexicon.words)
  if (named.length > 0) {
    const [reading] = written
    const town = reading === undefined ? null : await townOf(reading, contexts, lexicon, reverse)
    return town !== null && (await isUntold(town, reading.name, named, reverse, lexicon))
      ? `${townWithoutPolygon(town)} ${advice}`
      : null
  }
  for (const reading of [...written, ...understood, ...(found.length === 0 ? guessed : [])]) {
    const town = await townOf(reading, contexts, lexicon, reverse)
    if (town !== null && (found.length === 0 || town.population >= MIN_MEANT))
      return `${townWithoutPolygon(town)} ${advice}`
  }
  return found.length === 0
    ? `No boundary in this catalog has this name. Check the spelling. ${advice}`
    : null
}

/** How to get the missing boundary. */
const adviceOn = (missingFrom: MissingFrom, reader: HintReader): string => {
  switch (missingFrom) {
    case 'import':
      return IMPORT_ADVICE[reader]
    case 'no live map':
      return `This service does not search OpenStreetMap, so live=true finds no more. ${IMPORT_ADVICE[reader]}`
    case 'live':
      return 'To fetch it from OpenStreetMap, search again with live=true.'
    case 'searched live':
      return 'The search of OpenStreetMap finds no boundary either.'
  }
}

const IMPORT_ADVICE: Readonly<Record<HintReader, string>> = {
  operator:
    'To get what is missing, import an OpenStreetMap extract that has it (metes import FILE.osm.pbf), or set METES_CONTACT so that this service fetches it.',
  caller:
    'The operator of this service can add what is missing: ask for it on the feedback board (request_feature).',
}

/** An id, or an address of openstreetmap.org, whether valid or not. */
const ID_LIKE =
  /^(?:[rwn]\d+$|(?:relation|way|node)\/|iso:|fips:|wikidata:|-?\d{6,}$|(?:https?:\/\/)?(?:www\.)?(?:openstreetmap|osm)\.org)/i

/**
 * Returns the most populous town of the name that lies in all parents of the reading. Names in other languages find only
 * cities: a village was once called Africa.
 */
const townOf = async (
  { name, level, context }: NameReading,
  contexts: NameContexts,
  { towns }: Lexicon,
  reverse: Reverse,
): Promise<Town | null> => {
  if (level !== null && !level.kinds.includes('city')) return null
  const named = towns
    .named(name)
    .filter(
      (town) => !town.isSection && (foldName(town.name) === name || town.population >= MIN_KNOWN_ABROAD),
    )
  if (named.length === 0 || context.length === 0) return named[0] ?? null
  const parents = await contexts.of(context, false)
  if (parents === null) return null
  for (const town of named.slice(0, MAX_PLACED)) if (await townLiesIn(town, parents, reverse)) return town
  return null
}

const MIN_KNOWN_ABROAD = 50_000

/** If boundaries' names begin with the query, most people do not mean a smaller town. */
const MIN_MEANT = 20_000

/** Limits the lookups of towns with the same name. */
const MAX_PLACED = 30

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
