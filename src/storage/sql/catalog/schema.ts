/** Tables of the catalog. `migrations.ts` creates them. */
import type { RawBuilder, Transaction } from 'kysely'
import type { SqliteDatabase } from '../sqlite.ts'

export interface CatalogTables {
  boundary: BoundaryTable
  boundary_geometry: { key: number; rings: Uint8Array; weights: Uint8Array | null }
  /** One row for each folded form of a name: whole names, by the hash of `name-hash.ts`. */
  boundary_name: { hash: number; key: number }
  /** Boundary by code: `wikidata:Q64`, `iso:DE-BE`, `fips:06037`, `nuts:DE3`. */
  boundary_code: { code: string; key: number }
  /** One row for each parent of a boundary: children at any level. */
  ancestor: { ancestor_id: string; level: number; key: number }
  /** Distinct words of names, each also reversed, to find the words that begin or end like a misspelt one. */
  word: { reversed: number; length: number; letters: string }
  /** Boundaries of lower sources that a boundary of this one replaces. */
  superseded: { lower_id: string; key: number }
  covered_country: { country: string }
  /** Boundaries that an import no longer found; `import_id` is null for boundaries older than import records. */
  removed_boundary: { id: string; import_id: number | null }
  imported_file: ImportedFileTable
  import_country: { country: string; import_id: number }
  /** Import of each boundary: the last one that had it. */
  boundary_import: { key: number; import_id: number }
  /** Boundaries that were removed with their import, each with the one of a lower source that takes its place again. */
  stand_in: { id: string; lower_id: string }
  /** Boundaries that take nothing from known ones: found by their own ids only. */
  unlisted_boundary: UnlistedTable
  /** What a boundary claims and another one keeps. */
  identity_conflict: ConflictTable
  /** `claims` is JSON: what the decision was made about. */
  identity_decision: { id: string; decision: string; claims: string; decided_at: string }
  meta: { name: string; value: string }
  /** Temporary, in an import: the boundaries that it has; `taken` is 1 if they are stored as its own. */
  seen: { key: number; taken: number }
}

export type CatalogDatabase = SqliteDatabase<CatalogTables>
export type CatalogTransaction = Transaction<CatalogTables>

/** Selects the keys of boundaries, for joins. */
export type BoundaryKeys = RawBuilder<{ key: number }>

export interface UnlistedTable {
  id: string
  country: string | null
  import_id: number | null
  /** 0 if another source has a boundary with this id, which answers to it. */
  has_id: number
  /** JSON of the entry as it would be stored, without geometry. */
  entry: string
  rings: Uint8Array
  weights: Uint8Array | null
}

export interface ConflictTable {
  id: string
  name: string
  claim: string
  holder_id: string
  holder_name: string
  holder_is_in: string
  replaces_if_kept: number
  reason: string
  noted_at: string
}

export interface ImportedFileTable {
  id: number
  file: string
  imported_at: string
  data_timestamp: string | null
}

export interface BoundaryTable {
  /**
   * Lower for more prominent boundaries, and new for every version of a boundary. Every index ends in it, so the first ten
   * rows of any index are the ten most prominent, without sorting.
   */
  key: number
  id: string
  origin: string
  name: string
  /** JSON: a name, the languages that use it, another name, … ; empty if there are none. See `boundary-rows.ts`. */
  names: string
  /** JSON: search names beyond `name` and `names`; empty if there are none. */
  other_names: string
  /** Comma-separated. */
  iso_aliases: string
  kind: string
  /** Comma-separated, with a comma before and after; empty if there are none. */
  also_kinds: string
  admin_level: number | null
  country: string | null
  iso: string | null
  wikidata: string | null
  fips: string | null
  /** Comma-separated codes that only tags give: `geonames:2950159,nuts:DE3`. A finished file lacks this column and the next. */
  codes: string
  /** Comma-separated columns whose codes come from a boundary that it replaces. */
  inherited_codes: string
  population: number | null
  population_source: string | null
  probable_population: number | null
  /** JSON: see `boundary-rows.ts`. */
  parents: string
  west: number
  south: number
  east: number
  north: number
  centroid_lon: number
  centroid_lat: number
  area_km2: number
  vertices: number
  /** Null for the default page of the id's object. */
  source_url: string | null
  source_version: number | null
  source_timestamp: string | null
  fetched_at: string
  stale: number
  /** Comma-separated; empty if the polygon comes only from OpenStreetMap. */
  datasets: string
}
