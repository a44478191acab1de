/** Written by `npm run generate` from the definitions of the operations. */
/** Boundary id: `r2171347` or `relation/2171347`, `w123`, an openstreetmap.org address, `wikidata:Q64`, `iso:DE-BE` or `iso:DE`. */
export type BoundaryId = string
/** Id of the job, from the 202 answer. */
export type JobId = string
/** Detail of the polygon: low has about 1,000 points, medium 5,000, high 25,000; full is not simplified. */
export type Detail = 'low' | 'medium' | 'high' | 'full'
export type Kind = 'country' | 'state' | 'region' | 'province' | 'county' | 'district' | 'municipality' | 'city' | 'borough' | 'ward' | 'neighbourhood' | 'postal_code'
/** [lon, lat] in degrees. */
export type Position = readonly [number, number]
/** [west, south, east, north] in degrees; west is greater than east across the antimeridian (RFC 7946 §5.2). */
export type BoundingBox = readonly [number, number, number, number]
export type Polygons = {
  readonly type: 'Polygon'
  readonly coordinates: readonly (readonly Position[])[]
} | {
  readonly type: 'MultiPolygon'
  readonly coordinates: readonly (readonly (readonly Position[])[])[]
}
export interface BoundaryRef {
  /** Canonical boundary id. */
  readonly id: string
  readonly name: string
  readonly kind: Kind
  /** OpenStreetMap’s administrative level; null for postcode areas and mainlands without one. */
  readonly admin_level: number | null
}
export interface ChildBoundary {
  /** Canonical boundary id. */
  readonly id: string
  readonly name: string
  readonly kind: Kind
  /** OpenStreetMap’s administrative level; null for postcode areas and mainlands without one. */
  readonly admin_level: number | null
  readonly bbox: BoundingBox
}
export interface Candidate {
  /** Canonical boundary id. */
  readonly id: string
  readonly name: string
  readonly kind: Kind
  /** OpenStreetMap’s administrative level; null for postcode areas and mainlands without one. */
  readonly admin_level: number | null
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null
  /** From the country down to the direct parent. */
  readonly parents: readonly BoundaryRef[]
  readonly bbox: BoundingBox
  /** [lon, lat] of a point inside. */
  readonly centroid: Position
  /** Null when unknown. */
  readonly population: number | null
  /** `towns`: the population is the sum of the towns in GeoNames, rounded to two significant digits, without people who live outside towns. Null: the population comes from the source of the boundary. */
  readonly population_source: 'towns' | null
  /** Wikidata entity, Q64. */
  readonly wikidata: string | null
  /** ISO 3166-2 code, or the alpha-2 code of a country. */
  readonly iso: string | null
  /** Ids and codes in other systems, as far as they are known. Each is an id here, too: `nuts:DE212`. */
  readonly ids: {
    /** Relation or way, r62422. */
    readonly osm?: {
      readonly id: string
      /** `openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made from. */
      readonly source: 'openstreetmap' | 'atlas'
    } | undefined
    /** Wikidata entity, Q64. */
    readonly wikidata?: {
      readonly id: string
      /** `openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made from. */
      readonly source: 'openstreetmap' | 'atlas'
    } | undefined
    /** ISO 3166-2 code, or the alpha-2 code of a country. */
    readonly iso?: {
      readonly id: string
      /** `openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made from. */
      readonly source: 'openstreetmap' | 'atlas'
    } | undefined
    /** FIPS 6-4 code of a county of the United States, 06037. */
    readonly fips?: {
      readonly id: string
      /** `openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made from. */
      readonly source: 'openstreetmap' | 'atlas'
    } | undefined
    /** GeoNames, 2950159. */
    readonly geonames?: {
      readonly id: string
      /** `openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made from. */
      readonly source: 'openstreetmap' | 'atlas'
    } | undefined
    /** NUTS, DE3; of several codes the shortest. */
    readonly nuts?: {
      readonly id: string
      /** `openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made from. */
      readonly source: 'openstreetmap' | 'atlas'
    } | undefined
  }
  /** The name that matched the query; null when the call is not a search by name. */
  readonly matched_name: string | null
  /** `exact`: the query is a name, code or id of the boundary; `prefix`: a name starts with the query; `words`: a name contains its words; `fuzzy`: a name has a similar spelling. Null when the call is not a search by name. */
  readonly match: 'exact' | 'prefix' | 'words' | 'fuzzy' | null
}
/** Disputed areas; empty when there are none. */
export type Disputed = readonly {
  /** Name of the disputed area. */
  readonly area: string
  /** ISO 3166-1 alpha-2 codes, or English names for claimants without a code. Empty for unclaimed land. */
  readonly claimants: readonly string[]
  /** Who administers the area, written as in `claimants`; several when each administers a part. */
  readonly administered_by: readonly string[]
  /** A page about the dispute. */
  readonly source: string
}[]
/** Areas that countries hold together by agreement; empty when there are none. */
export type Condominiums = readonly {
  /** Name of the shared area. */
  readonly area: string
  /** ISO 3166-1 alpha-2 codes. */
  readonly countries: readonly string[]
  /** A page about the area. */
  readonly source: string
}[]
export interface BoundaryFeature {
  readonly type: 'Feature'
  readonly id: string
  readonly bbox: BoundingBox
  /** Null when the polygon is too large for the answer. */
  readonly geometry: Polygons | null
  /** Address of the file with the polygon, when geometry is null. */
  readonly download_url?: string | undefined
  readonly properties: {
    readonly id: string
    /** In the requested language, else the local name. */
    readonly name: string
    /** Names by language tag. The local name is listed under its own language where the country leaves no doubt. */
    readonly names: Readonly<Record<string, string>>
    readonly kind: Kind
    /** OpenStreetMap’s administrative level; null for postcode areas and mainlands without one. */
    readonly admin_level: number | null
    readonly country: string | null
    readonly iso: string | null
    readonly wikidata: string | null
    /** Null when unknown. */
    readonly population: number | null
    /** `towns`: the population is the sum of the towns in GeoNames, rounded to two significant digits, without people who live outside towns. Null: the population comes from the source of the boundary. */
    readonly population_source: 'towns' | null
    /** The country and the direct parent; with include=parents, all levels. */
    readonly parents: readonly ({
      /** Canonical boundary id. */
      readonly id: string
      readonly name: string
      readonly kind: Kind
      /** OpenStreetMap’s administrative level; null for postcode areas and mainlands without one. */
      readonly admin_level: number | null
      /** Only with include=parents. */
      readonly bbox?: BoundingBox | undefined
      /** Only with include=parents. */
      readonly wikidata?: string | null | undefined
    })[]
    /** Ids and codes in other systems, as far as they are known. Each is an id here, too: `nuts:DE212`. */
    readonly ids?: {
      /** Relation or way, r62422. */
      readonly osm?: {
        readonly id: string
        /** `openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made from. */
        readonly source: 'openstreetmap' | 'atlas'
      } | undefined
      /** Wikidata entity, Q64. */
      readonly wikidata?: {
        readonly id: string
        /** `openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made from. */
        readonly source: 'openstreetmap' | 'atlas'
      } | undefined
      /** ISO 3166-2 code, or the alpha-2 code of a country. */
      readonly iso?: {
        readonly id: string
        /** `openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made from. */
        readonly source: 'openstreetmap' | 'atlas'
      } | undefined
      /** FIPS 6-4 code of a county of the United States, 06037. */
      readonly fips?: {
        readonly id: string
        /** `openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made from. */
        readonly source: 'openstreetmap' | 'atlas'
      } | undefined
      /** GeoNames, 2950159. */
      readonly geonames?: {
        readonly id: string
        /** `openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made from. */
        readonly source: 'openstreetmap' | 'atlas'
      } | undefined
      /** NUTS, DE3; of several codes the shortest. */
      readonly nuts?: {
        readonly id: string
        /** `openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made from. */
        readonly source: 'openstreetmap' | 'atlas'
      } | undefined
    } | undefined
    /** Direct subdivisions, only with include=children. */
    readonly children?: readonly ChildBoundary[] | undefined
    /** Other boundaries that match the same id. */
    readonly alternatives: readonly BoundaryRef[]
    /** Disputed areas that overlap the boundary; empty when there are none. */
    readonly disputed: Disputed
    /** Areas that overlap the boundary and that countries hold together by agreement; empty when there are none. */
    readonly condominiums: Condominiums
    readonly bbox: BoundingBox
    readonly centroid: Position
    /** Area of the full geometry, at every detail. */
    readonly area_km2: number
    readonly detail: Detail
    readonly precision: number
    /** Number of positions in the geometry, including closing positions. */
    readonly vertices: number
    readonly source: {
      readonly url: string
      readonly version: number | null
      /** When the object was last edited, or the date of the extract when the edit time is unknown. */
      readonly timestamp: string | null
      readonly fetched_at: string
      /** True when a newer version could not be used, or when a fetched boundary is old and is being fetched again. */
      readonly stale: boolean
    }
    /** Required attribution and licence. Show it where you show the data. */
    readonly attribution: string
  }
}
export interface Account {
  readonly email: string
  readonly plan: string
  /** Units of this month. */
  readonly units: {
    /** Units spent, plus those reserved by running calls. */
    readonly used: number
    /** Null for no limit. */
    readonly allowance: number | null
    /** Null for no limit. */
    readonly remaining: number | null
    /** When the count resets. Months are calendar months in UTC. */
    readonly resets_at: string
  }
  readonly rate_limit: {
    /** Null for no limit. */
    readonly calls_per_minute: number | null
  }
  readonly profile: {
    /** Null when not set. */
    readonly name: string | null
    /** Null when not set. */
    readonly company: string | null
    /** Null when not set. */
    readonly use_case: string | null
  }
  readonly created_at: string
}
export type FeedbackKind = 'issue' | 'feature'
/** Status, set by the operator. */
export type FeedbackStatus = 'open' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate'
export interface FeedbackItem {
  readonly id: number
  readonly kind: FeedbackKind
  /** Plain text, never markup. */
  readonly title: string
  /** Plain text with line breaks, never markup. */
  readonly details: string
  readonly status: FeedbackStatus
  /** Number of accounts that upvoted the item. The author upvotes it automatically. */
  readonly upvotes: number
  /** Oldest first. */
  readonly comments: readonly ({
    readonly id: number
    /** Plain text, never markup. */
    readonly text: string
    readonly author: 'operator' | 'user'
    readonly created_at: string
  })[]
  /** Name of the operation that the item is about. */
  readonly op: string | null
  /** Id of the call that the item is about. Only the reporter sees it. */
  readonly request_id?: string | undefined
  readonly created_at: string
  /** When it was last commented on or its status changed. */
  readonly updated_at: string
}
export interface WrittenFeedbackItem {
  readonly id: number
  readonly kind: FeedbackKind
  /** Plain text, never markup. */
  readonly title: string
  /** Plain text with line breaks, never markup. */
  readonly details: string
  readonly status: FeedbackStatus
  /** Number of accounts that upvoted the item. The author upvotes it automatically. */
  readonly upvotes: number
  /** Oldest first. */
  readonly comments: readonly ({
    readonly id: number
    /** Plain text, never markup. */
    readonly text: string
    readonly author: 'operator' | 'user'
    readonly created_at: string
  })[]
  /** Name of the operation that the item is about. */
  readonly op: string | null
  /** Id of the call that the item is about. Only the reporter sees it. */
  readonly request_id?: string | undefined
  readonly created_at: string
  /** When it was last commented on or its status changed. */
  readonly updated_at: string
  /** Fields that were changed before storing: text that looks like a key is masked. */
  readonly warnings: readonly {
    readonly path: string
    readonly message: string
    readonly code: 'secret_masked'
  }[]
}
export interface PostedFeedbackItem {
  readonly id: number
  readonly kind: FeedbackKind
  /** Plain text, never markup. */
  readonly title: string
  /** Plain text with line breaks, never markup. */
  readonly details: string
  readonly status: FeedbackStatus
  /** Number of accounts that upvoted the item. The author upvotes it automatically. */
  readonly upvotes: number
  /** Oldest first. */
  readonly comments: readonly ({
    readonly id: number
    /** Plain text, never markup. */
    readonly text: string
    readonly author: 'operator' | 'user'
    readonly created_at: string
  })[]
  /** Name of the operation that the item is about. */
  readonly op: string | null
  /** Id of the call that the item is about. Only the reporter sees it. */
  readonly request_id?: string | undefined
  readonly created_at: string
  /** When it was last commented on or its status changed. */
  readonly updated_at: string
  /** Fields that were changed before storing: text that looks like a key is masked. */
  readonly warnings: readonly {
    readonly path: string
    readonly message: string
    readonly code: 'secret_masked'
  }[]
  /** Possible duplicates, most likely first. Upvote one of them instead of posting again. */
  readonly similar: readonly {
    readonly id: number
    readonly kind: FeedbackKind
    readonly title: string
    readonly status: FeedbackStatus
    readonly upvotes: number
  }[]
}
export interface Job {
  readonly id: string
  /** Address of the job, for polling. */
  readonly status_url: string
  /** Name of the operation. */
  readonly op: string
  readonly state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  /** Progress so far, latest step last. */
  readonly steps: readonly {
    readonly text: string
    readonly at: string
  }[]
  /** Cost in units: reserved until the job is done, refunded when it fails or is cancelled. */
  readonly units: number
  /** Id of the original call. */
  readonly request_id: string
  readonly created_at: string
  /** Null while the job is queued. */
  readonly started_at: string | null
  /** Null until the job ends. */
  readonly finished_at: string | null
  /** When the job and its result are deleted; null until the job ends. */
  readonly expires_at: string | null
  /** The answer of the call when the job is done, else null. */
  readonly result: Readonly<Record<string, unknown>> | null
  /** The problem of the call when the job failed, else null. */
  readonly problem: Readonly<Record<string, unknown>> | null
}
export interface ListOpsInput {
  /** Maximum number of operations. Default: all. */
  readonly limit?: number | undefined
  /** `next_cursor` of the previous page. */
  readonly cursor?: string | undefined
}
export interface ListOpsOutput {
  readonly name: string
  /** Version of the API. */
  readonly version: string
  readonly base_url: string
  readonly ops: readonly ({
    readonly name: string
    readonly group: string
    readonly summary: string
    readonly description: string
    /** `public`, `key`, or the rule that decides between them. */
    readonly access: string
    /** Cost of one call in units, or the rule for it. */
    readonly units: number | string
    readonly read_only: boolean
    /** The operation reports progress, stops when the caller disconnects, and supports `Prefer: respond-async`. */
    readonly long: boolean
    /** A POST accepts the header `Idempotency-Key`: repeats do not run again and cost nothing. */
    readonly idempotency_key: boolean
    readonly routes: {
      readonly rest: {
        readonly method: string
        readonly path: string
      }
      readonly rpc: {
        readonly method: string
        readonly path: string
      }
    }
    /** Fields that are positional arguments of the command. */
    readonly positional: readonly string[]
    readonly media_type: string
    readonly errors: readonly string[]
    readonly examples: readonly {
      readonly title: string
      readonly input: Readonly<Record<string, unknown>>
    }[]
    /** JSON Schema of the input. */
    readonly input: Readonly<Record<string, unknown>>
    /** JSON Schema of a success. */
    readonly output: Readonly<Record<string, unknown>>
  })[]
  /** Cursor of the next page; null on the last page, and without `limit`. */
  readonly next_cursor: string | null
}
export interface StartDeviceLoginInput {
  /** Name of the device or program, shown to the user who approves. The key also gets this name. */
  readonly client_name?: string | undefined
}
export interface StartDeviceLoginOutput {
  /** Secret of the device, for poll_device_login. */
  readonly device_code: string
  /** Code that the user types, such as `BCDF-GHJK`, in any case, with or without the dash. */
  readonly user_code: string
  /** Address of the page where the user approves. */
  readonly verification_uri: string
  /** The same address with the code filled in, for a link or QR code. */
  readonly verification_uri_complete: string
  /** Seconds until the codes expire. */
  readonly expires_in: number
  /** Seconds to wait between polls. */
  readonly interval: number
}
export interface PollDeviceLoginInput {
  /** The `device_code` of start_device_login. */
  readonly device_code: string
}
export interface PollDeviceLoginOutput {
  /** The key, shown only once. */
  readonly api_key: string
  /** Email address of the account. */
  readonly email: string | null
}
export interface SearchBoundariesInput {
  /** Name of a place in any language, a code or an id. */
  readonly q: string
  /** Return only boundaries of these countries: ISO 3166-1 alpha-2 codes, comma-separated. */
  readonly country?: string | undefined
  /** Return only boundaries of this kind. */
  readonly kind?: Kind | undefined
  /** Return only boundaries of this OpenStreetMap administrative level. */
  readonly admin_level?: number | undefined
  /** Rank boundaries near this point first: `lat,lon` in decimal degrees, latitude first. */
  readonly near?: string | undefined
  /** Maximum number of candidates. */
  readonly limit?: number | undefined
  /** Also search OpenStreetMap itself and fetch what it finds, which takes seconds; not for search as you type. Has no effect if the service fetches nothing. */
  readonly live?: boolean | undefined
  /** Add `placing` to each candidate: what decided its rank. */
  readonly explain?: boolean | undefined
}
export interface SearchBoundariesOutput {
  readonly candidates: readonly ({
    /** Canonical boundary id. */
    readonly id: string
    readonly name: string
    readonly kind: Kind
    /** OpenStreetMap’s administrative level; null for postcode areas and mainlands without one. */
    readonly admin_level: number | null
    /** ISO 3166-1 alpha-2. */
    readonly country: string | null
    /** From the country down to the direct parent. */
    readonly parents: readonly BoundaryRef[]
    readonly bbox: BoundingBox
    /** [lon, lat] of a point inside. */
    readonly centroid: Position
    /** Null when unknown. */
    readonly population: number | null
    /** `towns`: the population is the sum of the towns in GeoNames, rounded to two significant digits, without people who live outside towns. Null: the population comes from the source of the boundary. */
    readonly population_source: 'towns' | null
    /** Wikidata entity, Q64. */
    readonly wikidata: string | null
    /** ISO 3166-2 code, or the alpha-2 code of a country. */
    readonly iso: string | null
    /** Ids and codes in other systems, as far as they are known. Each is an id here, too: `nuts:DE212`. */
    readonly ids: {
      /** Relation or way, r62422. */
      readonly osm?: {
        readonly id: string
        /** `openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made from. */
        readonly source: 'openstreetmap' | 'atlas'
      } | undefined
      /** Wikidata entity, Q64. */
      readonly wikidata?: {
        readonly id: string
        /** `openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made from. */
        readonly source: 'openstreetmap' | 'atlas'
      } | undefined
      /** ISO 3166-2 code, or the alpha-2 code of a country. */
      readonly iso?: {
        readonly id: string
        /** `openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made from. */
        readonly source: 'openstreetmap' | 'atlas'
      } | undefined
      /** FIPS 6-4 code of a county of the United States, 06037. */
      readonly fips?: {
        readonly id: string
        /** `openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made from. */
        readonly source: 'openstreetmap' | 'atlas'
      } | undefined
      /** GeoNames, 2950159. */
      readonly geonames?: {
        readonly id: string
        /** `openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made from. */
        readonly source: 'openstreetmap' | 'atlas'
      } | undefined
      /** NUTS, DE3; of several codes the shortest. */
      readonly nuts?: {
        readonly id: string
        /** `openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made from. */
        readonly source: 'openstreetmap' | 'atlas'
      } | undefined
    }
    /** The name that matched the query; null when the call is not a search by name. */
    readonly matched_name: string | null
    /** `exact`: the query is a name, code or id of the boundary; `prefix`: a name starts with the query; `words`: a name contains its words; `fuzzy`: a name has a similar spelling. Null when the call is not a search by name. */
    readonly match: 'exact' | 'prefix' | 'words' | 'fuzzy' | null
    /** Only with `explain`. Null for candidates that only the live map found; they come last. */
    readonly placing?: {
      /** The first criterion by which it differs from the candidate before it; null for the first. */
      readonly decided_by: 'exact' | 'match' | 'edits' | 'standing' | 'containment' | 'distance' | 'prominence' | 'language' | 'kilometres' | 'id' | null
      /** How the name matches: `match` in more steps. */
      readonly grade: 'code as written' | 'name' | 'name of level' | 'country code' | 'code' | 'name without level' | 'beginning' | 'words' | 'similar'
      /** Number of letters that differ from the query. */
      readonly edits: number
      /** Who confirms it: the atlas or an import of the whole country, another import, or nobody, for a fetched object. */
      readonly standing: 'confirmed' | 'imported' | 'fetched'
      /** Whether it contains `near`; null without `near`. */
      readonly contains_point: boolean | null
      /** Number of times that the distance from `near` doubles beyond 20 km, for whole names; null without `near`. */
      readonly distance_steps: number | null
      /** 100 times the base-10 logarithm of the population, plus a bonus for the level, minus the distance. */
      readonly prominence: number
      /** Whether the matched name is in one of your languages. */
      readonly in_language: boolean
      /** Distance from `near` to its bounding box; null without `near`. */
      readonly distance_km: number | null
    } | null | undefined
  })[]
  /** What else the name or code may mean, or why no boundary has it, and what to do; null when there is nothing to add. */
  readonly hint: string | null
  /** Required attribution and licence. Show it where you show the data. */
  readonly attribution: string
}
export interface GetBoundaryInput {
  readonly id: BoundaryId
  /** Detail of the polygon: low has about 1,000 points, medium 5,000, high 25,000; full is not simplified. Default: low without a key, medium with one. */
  readonly detail?: Detail | undefined
  /** Decimal places of the coordinates. Default by detail: low 4, medium 5, high 6, full 7. */
  readonly precision?: number | undefined
  /** parents: all levels of the hierarchy, with bounding boxes; children: the direct subdivisions. */
  readonly include?: readonly ('parents' | 'children')[] | undefined
}
export interface ExportBoundaryInput {
  readonly id: BoundaryId
  /** File format. geojson: GeoJSON (RFC 7946); kml: KML 2.2; wkt: well-known text of the geometry alone; svg: a drawing (SVG); gml: GML 3.2, latitude first; geojsonl: one GeoJSON Feature per line; geojsons: GeoJSON text sequence (RFC 8142); topojson: TopoJSON 1.0, shared borders once; fgb: FlatGeobuf 3, with an index; gpkg: GeoPackage 1.3; parquet: GeoParquet 1.1; shp: a Shapefile in a zip archive; csv: CSV with the geometry as well-known text; wkb: well-known binary of the geometry alone; poly: polygon filter file of Osmosis and osmium. */
  readonly format?: 'geojson' | 'kml' | 'wkt' | 'svg' | 'gml' | 'geojsonl' | 'geojsons' | 'topojson' | 'fgb' | 'gpkg' | 'parquet' | 'shp' | 'csv' | 'wkb' | 'poly' | undefined
  readonly detail?: Detail | undefined
}
export interface ExportBoundaryOutput {
  /** Permanent public address of the file. */
  readonly url: string
  /** File format. geojson: GeoJSON (RFC 7946); kml: KML 2.2; wkt: well-known text of the geometry alone; svg: a drawing (SVG); gml: GML 3.2, latitude first; geojsonl: one GeoJSON Feature per line; geojsons: GeoJSON text sequence (RFC 8142); topojson: TopoJSON 1.0, shared borders once; fgb: FlatGeobuf 3, with an index; gpkg: GeoPackage 1.3; parquet: GeoParquet 1.1; shp: a Shapefile in a zip archive; csv: CSV with the geometry as well-known text; wkb: well-known binary of the geometry alone; poly: polygon filter file of Osmosis and osmium. */
  readonly format: 'geojson' | 'kml' | 'wkt' | 'svg' | 'gml' | 'geojsonl' | 'geojsons' | 'topojson' | 'fgb' | 'gpkg' | 'parquet' | 'shp' | 'csv' | 'wkb' | 'poly'
  readonly detail: Detail
  /** Size of the file, uncompressed. */
  readonly bytes: number
  /** SHA-256 of the uncompressed file, in hexadecimal. */
  readonly sha256: string
  readonly media_type: string
  /** Required attribution and licence. Show it where you show the data. */
  readonly attribution: string
}
export interface ExportCollectionInput {
  /** Export subdivisions of this boundary. */
  readonly within?: BoundaryId | undefined
  /** children: the direct subdivisions; hierarchy: the subdivisions of all levels. */
  readonly members?: 'children' | 'hierarchy' | undefined
  /** Export only subdivisions of this level. */
  readonly admin_level?: number | undefined
  /** Export only subdivisions of this kind, of any level. */
  readonly kind?: Kind | undefined
  /** Export these boundaries instead. */
  readonly ids?: readonly BoundaryId[] | undefined
  /** File format. geojson: GeoJSON (RFC 7946); kml: KML 2.2; svg: a drawing (SVG); gml: GML 3.2, latitude first; geojsonl: one GeoJSON Feature per line; geojsons: GeoJSON text sequence (RFC 8142); topojson: TopoJSON 1.0, shared borders once; fgb: FlatGeobuf 3, with an index; gpkg: GeoPackage 1.3; parquet: GeoParquet 1.1; cover: exact cover for joins in SQL (Parquet); shp: a Shapefile in a zip archive; csv: CSV with the geometry as well-known text. */
  readonly format?: 'geojson' | 'kml' | 'svg' | 'gml' | 'geojsonl' | 'geojsons' | 'topojson' | 'fgb' | 'gpkg' | 'parquet' | 'cover' | 'shp' | 'csv' | undefined
  readonly detail?: Detail | undefined
  /** Return only the size and the cost. */
  readonly dry_run?: boolean | undefined
}
export interface ExportCollectionOutput {
  /** Number of boundaries. */
  readonly boundaries: number
  /** Cost of the export in units. */
  readonly units: number
  /** Approximate size of the file. */
  readonly estimated_bytes: number
  /** Address of the file; null with dry_run. */
  readonly url: string | null
  /** When the file expires; null with dry_run. */
  readonly expires_at: string | null
  /** Size of the file; null with dry_run. */
  readonly bytes: number | null
  /** SHA-256 of the file, in hexadecimal; null with dry_run. */
  readonly sha256: string | null
  /** Positions of all polygons in the file; null with dry_run. */
  readonly vertices: number | null
  /** File format. geojson: GeoJSON (RFC 7946); kml: KML 2.2; svg: a drawing (SVG); gml: GML 3.2, latitude first; geojsonl: one GeoJSON Feature per line; geojsons: GeoJSON text sequence (RFC 8142); topojson: TopoJSON 1.0, shared borders once; fgb: FlatGeobuf 3, with an index; gpkg: GeoPackage 1.3; parquet: GeoParquet 1.1; cover: exact cover for joins in SQL (Parquet); shp: a Shapefile in a zip archive; csv: CSV with the geometry as well-known text. */
  readonly format: 'geojson' | 'kml' | 'svg' | 'gml' | 'geojsonl' | 'geojsons' | 'topojson' | 'fgb' | 'gpkg' | 'parquet' | 'cover' | 'shp' | 'csv'
  readonly detail: Detail
  readonly media_type: string
  /** What the list of subdivisions leaves out or combines. */
  readonly notes: readonly string[]
  /** Required attribution and licence. Show it where you show the data. */
  readonly attribution: string
}
export interface ReverseBoundariesInput {
  /** Latitude in degrees. */
  readonly lat: number
  /** Longitude in degrees. */
  readonly lon: number
}
export interface ReverseBoundariesOutput {
  /** Boundaries that contain the point. */
  readonly boundaries: readonly Candidate[]
  /** Boundaries that do not contain the point: the nearest of each level that `boundaries` lacks. */
  readonly nearby: readonly ({
    /** Canonical boundary id. */
    readonly id: string
    readonly name: string
    readonly kind: Kind
    /** OpenStreetMap’s administrative level; null for postcode areas and mainlands without one. */
    readonly admin_level: number | null
    /** ISO 3166-1 alpha-2. */
    readonly country: string | null
    /** From the country down to the direct parent. */
    readonly parents: readonly BoundaryRef[]
    readonly bbox: BoundingBox
    /** [lon, lat] of a point inside. */
    readonly centroid: Position
    /** Null when unknown. */
    readonly population: number | null
    /** `towns`: the population is the sum of the towns in GeoNames, rounded to two significant digits, without people who live outside towns. Null: the population comes from the source of the boundary. */
    readonly population_source: 'towns' | null
    /** Wikidata entity, Q64. */
    readonly wikidata: string | null
    /** ISO 3166-2 code, or the alpha-2 code of a country. */
    readonly iso: string | null
    /** Ids and codes in other systems, as far as they are known. Each is an id here, too: `nuts:DE212`. */
    readonly ids: {
      /** Relation or way, r62422. */
      readonly osm?: {
        readonly id: string
        /** `openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made from. */
        readonly source: 'openstreetmap' | 'atlas'
      } | undefined
      /** Wikidata entity, Q64. */
      readonly wikidata?: {
        readonly id: string
        /** `openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made from. */
        readonly source: 'openstreetmap' | 'atlas'
      } | undefined
      /** ISO 3166-2 code, or the alpha-2 code of a country. */
      readonly iso?: {
        readonly id: string
        /** `openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made from. */
        readonly source: 'openstreetmap' | 'atlas'
      } | undefined
      /** FIPS 6-4 code of a county of the United States, 06037. */
      readonly fips?: {
        readonly id: string
        /** `openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made from. */
        readonly source: 'openstreetmap' | 'atlas'
      } | undefined
      /** GeoNames, 2950159. */
      readonly geonames?: {
        readonly id: string
        /** `openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made from. */
        readonly source: 'openstreetmap' | 'atlas'
      } | undefined
      /** NUTS, DE3; of several codes the shortest. */
      readonly nuts?: {
        readonly id: string
        /** `openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made from. */
        readonly source: 'openstreetmap' | 'atlas'
      } | undefined
    }
    /** The name that matched the query; null when the call is not a search by name. */
    readonly matched_name: string | null
    /** `exact`: the query is a name, code or id of the boundary; `prefix`: a name starts with the query; `words`: a name contains its words; `fuzzy`: a name has a similar spelling. Null when the call is not a search by name. */
    readonly match: 'exact' | 'prefix' | 'words' | 'fuzzy' | null
    /** Distance from the point to the border, rounded to 10 m. */
    readonly distance_km: number
  })[]
  /** Disputed areas that contain the point; empty when there are none. */
  readonly disputed: Disputed
  /** Areas that contain the point and that countries hold together by agreement; empty when there are none. */
  readonly condominiums: Condominiums
  /** The requested point, [lon, lat]. */
  readonly point: Position
  /** Required attribution and licence. Show it where you show the data. */
  readonly attribution: string
}
export interface ListChildrenInput {
  readonly id: BoundaryId
  /** Level of the subdivisions. Default: the next lower level that has any. */
  readonly admin_level?: number | undefined
  /** Maximum number of subdivisions. Default: all. */
  readonly limit?: number | undefined
  /** `next_cursor` of the previous page. */
  readonly cursor?: string | undefined
}
export interface ListChildrenOutput {
  readonly children: readonly ChildBoundary[]
  /** Level of the children; if they have several, the one with the most land. Null when there are none. */
  readonly admin_level: number | null
  /** Hints about the list, one English sentence each: levels, gaps, reforms that it does not show. */
  readonly notes: readonly string[]
  /** Cursor of the next page; null on the last page, and without `limit`. */
  readonly next_cursor: string | null
  /** Required attribution and licence. Show it where you show the data. */
  readonly attribution: string
}
export interface ContainsPointsInput {
  readonly id: BoundaryId
  /** 1 to 10,000 points, each [lon, lat] in degrees: longitude first, as in GeoJSON. */
  readonly points: readonly (readonly [number, number])[]
}
export interface ContainsPointsOutput {
  /** Canonical boundary id. */
  readonly id: string
  /** Whether each point is inside, in the order of the points. */
  readonly inside: readonly boolean[]
  /** Number of points inside. */
  readonly inside_count: number
  /** Number of points tested. */
  readonly total: number
  /** Required attribution and licence. Show it where you show the data. */
  readonly attribution: string
}
export interface UnionBoundariesInput {
  /** Ids of the boundaries to merge. */
  readonly include: readonly BoundaryId[]
  /** Ids of the boundaries to cut out. */
  readonly exclude?: readonly BoundaryId[] | undefined
  readonly detail?: Detail | undefined
  /** Any format but geojson puts the polygon into a file that `download_url` names. File format. geojson: GeoJSON (RFC 7946); kml: KML 2.2; wkt: well-known text of the geometry alone; svg: a drawing (SVG); gml: GML 3.2, latitude first; geojsonl: one GeoJSON Feature per line; geojsons: GeoJSON text sequence (RFC 8142); topojson: TopoJSON 1.0, shared borders once; fgb: FlatGeobuf 3, with an index; gpkg: GeoPackage 1.3; parquet: GeoParquet 1.1; shp: a Shapefile in a zip archive; csv: CSV with the geometry as well-known text; wkb: well-known binary of the geometry alone; poly: polygon filter file of Osmosis and osmium. */
  readonly format?: 'geojson' | 'kml' | 'wkt' | 'svg' | 'gml' | 'geojsonl' | 'geojsons' | 'topojson' | 'fgb' | 'gpkg' | 'parquet' | 'shp' | 'csv' | 'wkb' | 'poly' | undefined
}
export interface UnionBoundariesOutput {
  readonly type: 'Feature'
  readonly bbox: BoundingBox
  /** Null when the polygon is in a file. */
  readonly geometry: Polygons | null
  /** Address of the file with the polygon, when geometry is null. */
  readonly download_url?: string | undefined
  /** When the file expires, when geometry is null. */
  readonly download_expires_at?: string | undefined
  readonly properties: {
    /** Area of the full geometry, at every detail. */
    readonly area_km2: number
    /** Number of polygons in the geometry. */
    readonly parts: number
    /** Number of positions in the geometry, including closing positions. */
    readonly vertices: number
    readonly bbox: BoundingBox
    readonly detail: Detail
    readonly precision: number
    /** The merged boundaries, sorted by id, without duplicates. */
    readonly include: readonly BoundaryRef[]
    /** The boundaries cut out, sorted by id, without duplicates. */
    readonly exclude: readonly BoundaryRef[]
    /** Required attribution and licence. Show it where you show the data. */
    readonly attribution: string
  }
}
export interface CreateAreaInput {
  /** Description of the area, in any language. */
  readonly text: string
  /** ISO 3166-1 alpha-2 code of its country, if known. */
  readonly country?: string | undefined
  /** Where the description comes from. */
  readonly source?: string | undefined
  /** A point that must be inside. It also decides between places of the same name. */
  readonly seed?: {
    /** Latitude in degrees. */
    readonly lat: number
    /** Longitude in degrees. */
    readonly lon: number
  } | undefined
  /** Tell how it was read. */
  readonly explain?: boolean | undefined
  readonly detail?: Detail | undefined
  /** Decimal places of the coordinates. Default by detail: low 4, medium 5, high 6, full 7. */
  readonly precision?: number | undefined
  /** Any format but geojson puts the polygon into a file that `download_url` names. File format. geojson: GeoJSON (RFC 7946); kml: KML 2.2; wkt: well-known text of the geometry alone; svg: a drawing (SVG); gml: GML 3.2, latitude first; geojsonl: one GeoJSON Feature per line; geojsons: GeoJSON text sequence (RFC 8142); topojson: TopoJSON 1.0, shared borders once; fgb: FlatGeobuf 3, with an index; gpkg: GeoPackage 1.3; parquet: GeoParquet 1.1; shp: a Shapefile in a zip archive; csv: CSV with the geometry as well-known text; wkb: well-known binary of the geometry alone; poly: polygon filter file of Osmosis and osmium. */
  readonly format?: 'geojson' | 'kml' | 'wkt' | 'svg' | 'gml' | 'geojsonl' | 'geojsons' | 'topojson' | 'fgb' | 'gpkg' | 'parquet' | 'shp' | 'csv' | 'wkb' | 'poly' | undefined
}
export interface CreateAreaOutput {
  readonly type: 'Feature'
  readonly bbox: BoundingBox
  /** Null when the polygon is in a file. */
  readonly geometry: Polygons | null
  /** Address of the file with the polygon, when geometry is null. The file contains neither the description nor its source. */
  readonly download_url?: string | undefined
  /** When the file expires, when geometry is null. */
  readonly download_expires_at?: string | undefined
  readonly properties: {
    /** The parts and size of the area in one English sentence of at most 600 characters. */
    readonly summary: string
    readonly text: string
    readonly country: string | null
    /** Where the description comes from. */
    readonly source: string | null
    readonly seed: {
      /** Latitude in degrees. */
      readonly lat: number
      /** Longitude in degrees. */
      readonly lon: number
    } | null
    /** Area of the full polygon, at every detail; of the largest groups at low detail, within 0.01 %. */
    readonly area_km2: number
    readonly bbox: BoundingBox
    readonly detail: Detail
    readonly precision: number
    /** Number of positions in the geometry, including closing positions. */
    readonly vertices: number
    /** Boundaries that the area is made of, in the order of the description. */
    readonly parts: readonly ({
      /** Canonical boundary id. */
      readonly id: string
      /** Name as written in the description, else in the requested language, else the local name. */
      readonly name: string
      readonly kind: Kind
      /** OpenStreetMap’s administrative level; null for postcode areas and mainlands without one. */
      readonly admin_level: number | null
      readonly role: 'include' | 'exclude'
      /** The words of the description that this part comes from. */
      readonly text: string
      /** The name in the local language. */
      readonly local_name: string
      /** Address of the boundary at its source. */
      readonly source: string
      /** Why these words mean this boundary. */
      readonly reason: string
    })[]
    /** Disputed areas that overlap the area; `notes` also names them. */
    readonly disputed: Disputed
    /** Areas that overlap the area and that countries hold together by agreement; `notes` also names them. */
    readonly condominiums: Condominiums
    /** Notes for the author, one sentence each. */
    readonly notes: readonly string[]
    /** What read the description: `rules`, or `llm` for a model. */
    readonly planner: string
    /** False when the land mask has no land here, so that the area is not clipped to land; a note says so. */
    readonly land_only: boolean
    /** Each way to read the description, with `explain`; none when a model read it. */
    readonly explanation?: readonly ({
      /** By the forms of sentences, as plain lists, or with words of any kind before the first place. */
      readonly reading: 'forms' | 'lists' | 'lead_in'
      /** `agrees`: it means the same land as the reading that was chosen. */
      readonly outcome: 'chosen' | 'agrees' | 'refused'
      readonly sentences: readonly ({
        readonly text: string
        readonly about: 'land' | 'something_else'
        /** The form that reads the whole sentence, as `data/areas/forms` writes it. */
        readonly form: string | null
        /** What the form says of the places in it. */
        readonly places: readonly ({
          readonly slot: 'included' | 'excluded' | 'included_again' | 'no_land'
          readonly text: string
        })[]
      })[]
      readonly phrases: readonly ({
        readonly role: 'include' | 'exclude'
        readonly text: string
        /** The word for the level that the boundary must have. */
        readonly level: string | null
        /** The boundaries that the phrase may mean, or the members of its group; at most 20. */
        readonly candidates: readonly ({
          readonly id: string
          readonly name: string
          readonly kind: string
          readonly country: string | null
          readonly chosen: boolean
        })[]
        readonly more_candidates: number
      })[]
      /** Phrases that could be in or out, each with the rule that decides. */
      readonly given_up: readonly {
        readonly text: string
        readonly reason: string
      }[]
      readonly refused: readonly {
        readonly text: string
        readonly reason: string
      }[]
    })[] | undefined
    /** Required attribution and licence. Show it where you show the data. */
    readonly attribution: string
  }
}
export interface GetJobInput {
  readonly id: JobId
  /** Maximum number of seconds to wait for a change of a job that has not ended. */
  readonly wait?: number | undefined
}
export interface CancelJobInput {
  readonly id: JobId
}
export interface GetAccountInput {

}
export interface UpdateProfileInput {
  /** Your name. An empty string clears it. */
  readonly name?: string | undefined
  /** The company you work for. An empty string clears it. */
  readonly company?: string | undefined
  /** What you use boundaries for. An empty string clears it. */
  readonly use_case?: string | undefined
}
export interface UpdateEmailPreferencesInput {
  /** False stops all kinds, as the unsubscribe link does. True sends the kinds that are switched on. */
  readonly subscribed?: boolean | undefined
  /** Omitted kinds keep their setting. */
  readonly kinds?: {
    /** News about the service. */
    readonly product_updates?: boolean | undefined
    /** An email when 80 % and when 100 % of the units of the month are used. */
    readonly usage_alerts?: boolean | undefined
    /** Status changes and comments on feedback items that you posted or upvoted. */
    readonly feedback_updates?: boolean | undefined
  } | undefined
}
export interface UpdateEmailPreferencesOutput {
  readonly subscribed: boolean
  readonly kinds: {
    /** News about the service. */
    readonly product_updates: boolean
    /** An email when 80 % and when 100 % of the units of the month are used. */
    readonly usage_alerts: boolean
    /** Status changes and comments on feedback items that you posted or upvoted. */
    readonly feedback_updates: boolean
  }
}
export interface GetUsageInput {
  /** Number of days, including today. */
  readonly days?: number | undefined
}
export interface GetUsageOutput {
  readonly days: readonly {
    /** YYYY-MM-DD, in UTC. */
    readonly date: string
    /** Number of calls, including failed ones. */
    readonly calls: number
    /** Units spent. */
    readonly units: number
    /** Calls answered from the cache. They cost the same and are faster. */
    readonly cache_hits: number
    readonly ops: readonly {
      /** Name of the operation. */
      readonly op: string
      /** Number of calls, including failed ones. */
      readonly calls: number
      /** Units spent. */
      readonly units: number
      /** Calls answered from the cache. They cost the same and are faster. */
      readonly cache_hits: number
    }[]
  }[]
  readonly total: {
    /** Number of calls, including failed ones. */
    readonly calls: number
    /** Units spent. */
    readonly units: number
    /** Calls answered from the cache. They cost the same and are faster. */
    readonly cache_hits: number
  }
}
export interface ListKeysInput {

}
export interface ListKeysOutput {
  readonly keys: readonly ({
    readonly id: string
    readonly name: string | null
    /** First characters of the key. */
    readonly prefix: string
    readonly created_at: string
    /** To the minute; null if the key was never used. */
    readonly last_used_at: string | null
    /** Null while the key works. */
    readonly revoked_at: string | null
  })[]
}
export interface CreateKeyInput {
  /** A name for the key, such as the machine or program that uses it. */
  readonly name?: string | undefined
}
export interface CreateKeyOutput {
  readonly id: string
  readonly name: string | null
  /** The key, shown only once. */
  readonly api_key: string
  /** First characters of the key. */
  readonly prefix: string
  readonly created_at: string
}
export interface RevokeKeyInput {
  /** Id of the key, from `list_keys`. */
  readonly id: string
}
export interface RevokeKeyOutput {
  readonly id: string
  /** When it was first revoked. */
  readonly revoked_at: string
}
export interface ReportIssueInput {
  /** Summary in one line. */
  readonly title: string
  /** What you did, what happened and what you expected. Public: no keys, no personal data. */
  readonly details?: string | undefined
  /** Id of the failed call, from the X-Request-Id header or the error body. */
  readonly request_id?: string | undefined
  /** Name of the operation that the issue is about. */
  readonly op?: string | undefined
}
export interface RequestFeatureInput {
  /** Summary in one line. */
  readonly title: string
  /** What you did, what happened and what you expected. Public: no keys, no personal data. */
  readonly details?: string | undefined
}
export interface ListFeedbackInput {
  /** Return only issues, or only feature requests. */
  readonly kind?: FeedbackKind | undefined
  /** Return only items with this status. */
  readonly status?: FeedbackStatus | undefined
  /** Words that must occur in title or details. */
  readonly q?: string | undefined
  /** Order: most upvotes first, newest first, or last comment or status change first. */
  readonly sort?: 'top' | 'new' | 'updated' | undefined
  /** `next_cursor` of the previous page, unchanged: it is opaque. It is valid for one `sort` only. */
  readonly cursor?: string | undefined
  /** Maximum number of items. */
  readonly limit?: number | undefined
}
export interface ListFeedbackOutput {
  readonly items: readonly FeedbackItem[]
  /** Cursor of the next page; null on the last page. */
  readonly next_cursor: string | null
}
export interface GetFeedbackInput {
  /** Id of the item, from `list_feedback`. */
  readonly id: number
}
export interface UpvoteFeedbackInput {
  /** Id of the item, from `list_feedback`. */
  readonly id: number
}
export interface RemoveUpvoteInput {
  /** Id of the item, from `list_feedback`. */
  readonly id: number
}
export interface CommentFeedbackInput {
  /** Id of the item, from `list_feedback`. */
  readonly id: number
  /** The comment. Public: no keys, no personal data. */
  readonly text: string
}
/** RFC 9457 problem details. `type` is the address of a page about each code. */
export interface Problem {
  /** Address of the page about the error code. */
  readonly type: string
  /** The same for every problem with this code. */
  readonly title: string
  readonly status: number
  /** What is wrong and what to do, in full sentences. */
  readonly detail: string
  /** Path with the request id, which identifies this occurrence. */
  readonly instance: string
  readonly code: ProblemCode
  readonly request_id: string
  /** Trace of the call, if the server makes traces. */
  readonly trace_id?: string | undefined
  /** Seconds to wait, as in Retry-After. */
  readonly retry_after?: number | undefined
  /** Each fault of the input, with `invalid_input`. */
  readonly issues?: readonly {
    /** Dotted path of the field; empty for the whole input. */
    readonly path: string
    readonly message: string
    readonly code: string
  }[] | undefined
  /** Each phrase that is not a boundary, with `unmappable_area`. */
  readonly unmapped?: readonly {
    readonly text: string
    readonly reason: string
    readonly candidates: readonly Candidate[]
  }[] | undefined
  /** Hints, with `unmappable_area`. */
  readonly notes?: readonly string[] | undefined
  /** Each way to read the description, with `unmappable_area` and `explain`. */
  readonly explanation?: readonly Readonly<Record<string, unknown>>[] | undefined
  /** The code of OAuth (RFC 6749 §5.2), in sign-ins. */
  readonly error?: string | undefined
  /** Seconds between polls, with `authorization_pending`. */
  readonly interval?: number | undefined
  /** Units of the month with `quota_exceeded`, bytes with `too_many_files`. */
  readonly allowance?: number | undefined
  /** Used part of the allowance. */
  readonly used?: number | undefined
  /** When the units reset, with `quota_exceeded`. */
  readonly resets_at?: string | undefined
  /** When the next file expires, with `too_many_files`. */
  readonly next_expiry?: string | null | undefined
}
/** The codes of problems. */
export type ProblemCode =
  | 'invalid_input'
  | 'access_denied'
  | 'expired_token'
  | 'invalid_grant'
  | 'unauthorized'
  | 'quota_exceeded'
  | 'stale_form'
  | 'insufficient_scope'
  | 'foreign_origin'
  | 'not_found'
  | 'unknown_route'
  | 'unknown_tool'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'too_many_feeds'
  | 'too_many_keys'
  | 'too_many_files'
  | 'idempotency_conflict'
  | 'too_large'
  | 'unsupported_media_type'
  | 'unmappable_area'
  | 'empty_area'
  | 'authorization_pending'
  | 'rate_limited'
  | 'headers_too_large'
  | 'cancelled'
  | 'internal_error'
  | 'job_interrupted'
  | 'source_unavailable'
  | 'overloaded'
  | 'too_many_connections'
  | 'not_ready'
  | 'storage_full'
  | 'database_unavailable'
  | 'source_timeout'
/** Input and output by the name of the operation. */
export interface Operations {
  /** List every operation with its routes, input, cost and an example. */
  readonly list_ops: { readonly input: ListOpsInput; readonly output: ListOpsOutput }
  /** Start signing in a device or program that has no browser. */
  readonly start_device_login: { readonly input: StartDeviceLoginInput; readonly output: StartDeviceLoginOutput }
  /** Check whether a device sign-in was approved, and get the key. */
  readonly poll_device_login: { readonly input: PollDeviceLoginInput; readonly output: PollDeviceLoginOutput }
  /** Find boundaries by name, in any language. */
  readonly search_boundaries: { readonly input: SearchBoundariesInput; readonly output: SearchBoundariesOutput }
  /** Get the polygon of a boundary as a GeoJSON Feature. */
  readonly get_boundary: { readonly input: GetBoundaryInput; readonly output: BoundaryFeature }
  /** Export the polygon of a boundary as a file, for a GIS, a database or a map. */
  readonly export_boundary: { readonly input: ExportBoundaryInput; readonly output: ExportBoundaryOutput }
  /** Export many boundaries as one file: the subdivisions of a boundary, a level or kind in it, or a list of ids. */
  readonly export_collection: { readonly input: ExportCollectionInput; readonly output: ExportCollectionOutput }
  /** List every boundary that contains a point. */
  readonly reverse_boundaries: { readonly input: ReverseBoundariesInput; readonly output: ReverseBoundariesOutput }
  /** List the direct subdivisions of a boundary. */
  readonly list_children: { readonly input: ListChildrenInput; readonly output: ListChildrenOutput }
  /** Test which of up to 10,000 points lie in a boundary. */
  readonly contains_points: { readonly input: ContainsPointsInput; readonly output: ContainsPointsOutput }
  /** Merge boundaries into one area and cut others out of it. */
  readonly union_boundaries: { readonly input: UnionBoundariesInput; readonly output: UnionBoundariesOutput }
  /** Turn a description in plain words into one polygon of land. */
  readonly create_area: { readonly input: CreateAreaInput; readonly output: CreateAreaOutput }
  /** Get a job: its state, progress and result. */
  readonly get_job: { readonly input: GetJobInput; readonly output: Job }
  /** Cancel a job and refund its units. */
  readonly cancel_job: { readonly input: CancelJobInput; readonly output: Job }
  /** Get your account: plan, units left this month, rate limit and profile. */
  readonly get_account: { readonly input: GetAccountInput; readonly output: Account }
  /** Update your profile: name, company, use case. */
  readonly update_profile: { readonly input: UpdateProfileInput; readonly output: Account }
  /** Choose which emails you receive. */
  readonly update_email_preferences: { readonly input: UpdateEmailPreferencesInput; readonly output: UpdateEmailPreferencesOutput }
  /** Get your calls and units by day and operation. */
  readonly get_usage: { readonly input: GetUsageInput; readonly output: GetUsageOutput }
  /** List your API keys, newest first. */
  readonly list_keys: { readonly input: ListKeysInput; readonly output: ListKeysOutput }
  /** Create another API key. */
  readonly create_key: { readonly input: CreateKeyInput; readonly output: CreateKeyOutput }
  /** Revoke an API key permanently. */
  readonly revoke_key: { readonly input: RevokeKeyInput; readonly output: RevokeKeyOutput }
  /** Report a failing call, a wrong boundary or an error in the documentation. */
  readonly report_issue: { readonly input: ReportIssueInput; readonly output: PostedFeedbackItem }
  /** Request a feature. */
  readonly request_feature: { readonly input: RequestFeatureInput; readonly output: PostedFeedbackItem }
  /** List and search feedback items. */
  readonly list_feedback: { readonly input: ListFeedbackInput; readonly output: ListFeedbackOutput }
  /** Get a feedback item with its comments. */
  readonly get_feedback: { readonly input: GetFeedbackInput; readonly output: FeedbackItem }
  /** Upvote a feedback item. */
  readonly upvote_feedback: { readonly input: UpvoteFeedbackInput; readonly output: FeedbackItem }
  /** Remove your upvote. */
  readonly remove_upvote: { readonly input: RemoveUpvoteInput; readonly output: FeedbackItem }
  /** Comment on a feedback item. */
  readonly comment_feedback: { readonly input: CommentFeedbackInput; readonly output: WrittenFeedbackItem }
}
/** What the client knows of each operation besides its types. */
export const OPERATIONS = {
  list_ops: { isLong: false, takesIdempotencyKey: false },
  start_device_login: { isLong: false, takesIdempotencyKey: false },
  poll_device_login: { isLong: false, takesIdempotencyKey: false },
  search_boundaries: { isLong: false, takesIdempotencyKey: false },
  get_boundary: { isLong: false, takesIdempotencyKey: false },
  export_boundary: { isLong: false, takesIdempotencyKey: false },
  export_collection: { isLong: true, takesIdempotencyKey: true },
  reverse_boundaries: { isLong: false, takesIdempotencyKey: false },
  list_children: { isLong: false, takesIdempotencyKey: false },
  contains_points: { isLong: false, takesIdempotencyKey: true },
  union_boundaries: { isLong: true, takesIdempotencyKey: true },
  create_area: { isLong: true, takesIdempotencyKey: true },
  get_job: { isLong: false, takesIdempotencyKey: false },
  cancel_job: { isLong: false, takesIdempotencyKey: false },
  get_account: { isLong: false, takesIdempotencyKey: false },
  update_profile: { isLong: false, takesIdempotencyKey: false },
  update_email_preferences: { isLong: false, takesIdempotencyKey: false },
  get_usage: { isLong: false, takesIdempotencyKey: false },
  list_keys: { isLong: false, takesIdempotencyKey: false },
  create_key: { isLong: false, takesIdempotencyKey: false },
  revoke_key: { isLong: false, takesIdempotencyKey: false },
  report_issue: { isLong: false, takesIdempotencyKey: true },
  request_feature: { isLong: false, takesIdempotencyKey: true },
  list_feedback: { isLong: false, takesIdempotencyKey: false },
  get_feedback: { isLong: false, takesIdempotencyKey: false },
  upvote_feedback: { isLong: false, takesIdempotencyKey: false },
  remove_upvote: { isLong: false, takesIdempotencyKey: false },
  comment_feedback: { isLong: false, takesIdempotencyKey: true },
} as const
