/** Turns places into catalog entries: with an id, a kind, parents, measurements and encoded polygons. */

import { type BoundaryRecord, parentRefOf } from '../../src/domain/boundary/boundary.ts'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import type { KindTables } from '../../src/domain/boundary/kind-table.ts'
import { namesWithLocal, officialLanguages } from '../../src/domain/boundary/local-name.ts'
import { additionalKinds, type KindInput, resolveKind } from '../../src/domain/boundary/resolve-kind.ts'
import type { BoundaryEntry } from '../../src/domain/catalog/ports.ts'
import { areaKm2 } from '../../src/domain/geometry/area.ts'
import { bboxOf } from '../../src/domain/geometry/bbox.ts'
import { encodeRings } from '../../src/domain/geometry/codec.ts'
import { pointOnSurface } from '../../src/domain/geometry/point-inside.ts'
import { vertexCount } from '../../src/domain/geometry/rings.ts'
import { type Layer, type OtherName, otherNamesOf, type Place } from './place.ts'

const CENSUS = 'https://www.census.gov/geographies/mapping-files/time-series/geo/carto-boundary-file.html'

/** The page of the data set: the polygon is not the one of the object in OpenStreetMap today. */
const PAGES: Readonly<Record<Layer, string>> = {
  countries: 'https://github.com/simonepri/geo-maps/blob/master/info/countries-coastline.md',
  countriesLand: 'https://github.com/simonepri/geo-maps/blob/master/info/countries-land.md',
  subdivisions:
    'https://www.naturalearthdata.com/downloads/10m-cultural-vectors/10m-admin-1-states-provinces/',
  moroccanRegions: 'https://github.com/yousfiSaad/morocco-map',
  counties: CENSUS,
  planningRegions: CENSUS,
}

/** The time when the packages were pinned. The clock would make every build another file. */
const TAKEN_AT = '2026-11-21T00:00:00Z'

/** Also with the sources of the names that belong to no language. */
export interface AtlasEntry extends BoundaryEntry {
  readonly otherNames: readonly OtherName[]
}

/** Parents must come before their children. */
export function* entriesOf(
  places: readonly Place[],
  kinds: KindTables,
  predecessors: ReadonlyMap<BoundaryId, readonly BoundaryId[]>,
): Generator<AtlasEntry> {
  const records = new Map<Place, BoundaryRecord>()
  for (const place of places) {
    const parent = place.parent === null ? null : records.get(place.parent)!
    const record = recordOf(place, parent, kinds)
    records.set(place, record)
    yield {
      record,
      geometry: { rings: encodeRings(place.geometry), weights: null },
      searchNames: searchNames(place),
      otherNames: place.otherNames,
      isoAliases: place.isoAliases,
      supersedes: predecessors.get(record.id) ?? [],
    }
  }
}

function recordOf(place: Place, parent: BoundaryRecord | null, kinds: KindTables): BoundaryRecord {
  const { geometry, layer, datasets, name, country, iso, wikidata, fips, adminLevel } = place
  const { population, populationSource, probablePopulation } = place
  const parents = parent === null ? [] : [...parent.parents, parentRefOf(parent)]
  const id = idOf(place)
  const input: KindInput = {
    boundary: 'administrative',
    tags: { ...place.tags, name },
    adminLevel,
    isCountry: 'ISO3166-1' in place.tags,
    country,
    id,
    containedBy: parents.map((ref) => ref.id),
  }
  const alsoKinds = additionalKinds(input, kinds)
  return {
    id,
    name,
    kind: resolveKind(input, kinds),
    ...(alsoKinds.length > 0 ? { alsoKinds } : {}),
    adminLevel,
    origin: 'atlas',
    datasets,
    names: namesOf(place),
    country,
    iso,
    wikidata,
    fips,
    population,
    ...(populationSource === undefined ? {} : { populationSource }),
    ...(probablePopulation === undefined ? {} : { probablePopulation }),
    parents,
    bbox: bboxOf(geometry),
    centroid: pointOnSurface(geometry),
    areaKm2: areaKm2(geometry),
    vertices: vertexCount(geometry),
    source: { url: PAGES[layer], version: null, timestamp: null, fetchedAt: TAKEN_AT, stale: false },
  }
}

function idOf({ relation, iso, wikidata, fips, name }: Place): BoundaryId {
  if (relation !== null) return `r${relation}` as BoundaryId
  if (iso !== null) return `iso:${iso}` as BoundaryId
  if (wikidata !== null) return `wikidata:${wikidata}` as BoundaryId
  if (fips !== null) return `fips:${fips}` as BoundaryId
  throw new Error(`${name} has neither a relation nor a code, so it has no id.`)
}

/** A foreign language that uses the local name needs no entry: the local name is the fallback. */
const namesOf = ({ names, name, country }: Place): Readonly<Record<string, string>> => {
  const own = officialLanguages(country)
  const kept = Object.entries(names).filter(
    ([language, translated]) => translated !== name || own.some(({ tag }) => tag === language),
  )
  const complete = namesWithLocal({ name, names: Object.fromEntries(kept), country })
  return Object.fromEntries(Object.entries(complete).sort(([a], [b]) => (a < b ? -1 : 1)))
}

const searchNames = (place: Place): BoundaryEntry['searchNames'] => [
  { language: null, name: place.name },
  ...Object.entries(namesOf(place))
    .filter(([, name]) => name !== place.name)
    .map(([language, name]) => ({ language, name })),
  ...otherNamesOf(place).map((name) => ({ language: null, name })),
]
