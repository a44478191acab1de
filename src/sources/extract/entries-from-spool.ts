/** Reads boundaries back from the spool, one by one, as entries for the store. */
import type { BoundaryRecord, Origin } from '../../domain/boundary/boundary.ts'
import { foldedForms } from '../../domain/catalog/folded-name-cache.ts'
import { plausibleTime } from '../../domain/catalog/plausible-time.ts'
import type { BoundaryEntry } from '../../domain/catalog/ports.ts'
import { inherit } from './inherit-data.ts'
import { namesByLanguage, searchNamesOf } from './names-of-tags.ts'
import type { PlacedBoundary } from './place-boundaries.ts'
import type { SpooledBoundary } from './shape-all.ts'
import type { Spool } from './spool.ts'
import { populationOf } from './tag-values.ts'

/** Source and time of the entries, and date of the map data. */
interface EntrySource {
  readonly origin: Origin
  readonly fetchedAt: string
  readonly dataTimestamp: string | null
}

/** O(n) in the positions and tags of the boundaries; one is in memory at a time. */
export async function* entriesOf(
  boundaries: readonly PlacedBoundary[],
  spool: Spool<SpooledBoundary>,
  taken: EntrySource,
  onProgress: (boundaries: number) => void,
): AsyncGenerator<BoundaryEntry> {
  for (let index = 0; index < boundaries.length; index++) {
    const boundary = boundaries[index]
    const meta = spool.meta(boundary.spooled)
    const iso = isoOf(boundary)
    const own: BoundaryEntry = {
      record: placedRecord(boundary, meta, iso, taken),
      geometry: spool.geometry(boundary.spooled),
      searchNames: searchNamesOf(meta.tags, displayedName(boundary)).filter(
        ({ name }) => !isWithheld(boundary, name),
      ),
      isoAliases: boundary.isoCodes.filter((code) => code !== iso),
      supersedes: boundary.standsFor.map(({ id }) => id),
      displaces: boundary.displaces,
      conflicts: boundary.conflicts,
      isKept: meta.kept !== null,
    }
    yield inherit(own, boundary.standsFor, boundary.aliases)
    onProgress(index + 1)
  }
}

/** A country with the name of another one is shown by its known name. */
const displayedName = (boundary: PlacedBoundary): string =>
  isWithheld(boundary, boundary.name) ? boundary.standsFor[0].name : boundary.name

const isWithheld = ({ withheldNames }: PlacedBoundary, name: string): boolean =>
  foldedForms(name).some((form) => withheldNames.has(form))

/** Puerto Rico is PR and US-PR: a country by its own code, a subdivision by the longer one. */
const isoOf = ({ kind, ownCountry, isoCodes }: PlacedBoundary): string | null =>
  (kind === 'country' ? ownCountry : isoCodes.find((code) => code.includes('-'))) ?? isoCodes[0] ?? null

const placedRecord = (
  boundary: PlacedBoundary,
  { tags, label, vertices, version, timestamp, kept }: SpooledBoundary,
  iso: string | null,
  { origin, fetchedAt, dataTimestamp }: EntrySource,
): BoundaryRecord => {
  const { id, kind, alsoKinds, adminLevel, country, wikidata, parents, bbox, centroid, areaKm2 } = boundary
  const { fips, ...codes } = boundary.codes
  const names =
    label === null ? namesByLanguage(tags) : { ...namesByLanguage(label), ...namesByLanguage(tags) }
  return {
    id,
    name: displayedName(boundary),
    kind,
    ...(alsoKinds.length > 0 ? { alsoKinds } : {}),
    adminLevel,
    origin,
    names: Object.fromEntries(Object.entries(names).filter(([, name]) => !isWithheld(boundary, name))),
    country,
    iso,
    wikidata,
    fips,
    ...(Object.keys(codes).length === 0 ? {} : { codes }),
    population: populationOf(tags) ?? (label === null ? null : populationOf(label)),
    parents,
    bbox,
    centroid,
    areaKm2,
    vertices,
    source: kept ?? {
      url: urlOf(id),
      version,
      timestamp: plausibleTime(timestamp, fetchedAt) ?? plausibleTime(dataTimestamp, fetchedAt),
      fetchedAt,
      stale: false,
    },
  }
}

const urlOf = (id: string): string =>
  `https://www.openstreetmap.org/${id.startsWith('w') ? 'way' : 'relation'}/${id.slice(1)}`
