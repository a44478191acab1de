/** Schemas that several operations share, with fields named as in JSON. */
import { z } from 'zod'
import { POPULATION_SOURCES } from '../../domain/boundary/boundary.ts'
import { MATCHES } from '../../domain/boundary/boundary-json.ts'
import { DETAILS } from '../../domain/boundary/detail-levels.ts'
import { ID_SOURCES } from '../../domain/boundary/external-ids.ts'
import { type BoundaryReference, isBoundaryName, parseBoundaryReference } from '../../domain/boundary/id.ts'
import { KINDS } from '../../domain/boundary/kind.ts'
import { FORMATS, SINGLE_FORMATS } from '../../domain/formats/index.ts'
import type { Position } from '../../domain/geometry/rings.ts'

/** A boundary id in any of its forms, parsed to a reference. */
export const boundaryId = z
  .string()
  .min(1)
  .max(200)
  .meta({ examples: ['iso:DE-BE', 'r62422', 'wikidata:Q64'] })
  .transform((text, context): BoundaryReference => {
    const reference = parseBoundaryReference(text)
    if (!('problem' in reference)) return reference
    const search = isBoundaryName(text)
      ? ` To find a boundary by its name, call search_boundaries with q=${JSON.stringify(text)}.`
      : ''
    context.issues.push({ code: 'custom', message: `${reference.problem}${search}`, input: text })
    return z.NEVER
  })
  .describe(
    'Boundary id: `r2171347` or `relation/2171347`, `w123`, an openstreetmap.org address, `wikidata:Q64`, `iso:DE-BE` or `iso:DE`.',
  )

export const detail = z
  .enum(DETAILS)
  .describe(
    'Detail of the polygon: low has about 1,000 points, medium 5,000, high 25,000; full is not simplified.',
  )

export const format = z
  .enum(SINGLE_FORMATS)
  .describe(`File format. ${SINGLE_FORMATS.map((name) => `${name}: ${FORMATS[name].title}`).join('; ')}.`)

/** For operations that answer with a Feature. */
export const FILE_FORMAT = 'Any format but geojson puts the polygon into a file that `download_url` names.'

export const precision = z
  .int()
  .min(3)
  .max(7)
  .describe('Decimal places of the coordinates. Default by detail: low 4, medium 5, high 6, full 7.')

export const kind = z.enum(KINDS)

export const adminLevel = z.int().max(12)

/**
 * Matches `de, AT`: codes in either case, separated by commas. Written without the flag `i`, which a JSON Schema cannot
 * express.
 */
const COUNTRY_CODES = /^\s*[A-Za-z]{2}\s*(,\s*[A-Za-z]{2}\s*)*$/

export const countryCodes = z
  .string()
  .regex(COUNTRY_CODES, 'country must be comma-separated ISO 3166-1 codes of two letters, "de" or "de,at".')
  .transform((text) => text.split(',').map((code) => code.trim().toUpperCase()))
  .describe('Return only boundaries of these countries: ISO 3166-1 alpha-2 codes, comma-separated.')

/** Pattern of `near` for its JSON Schema; the transform gives a more specific error. */
const NEAR_PATTERN = String.raw`^\s*-?(?:0?[0-8]?\d(?:\.\d{1,20})?|0?90(?:\.0{1,20})?)\s*,\s*-?(?:(?:0?\d{1,2}|1[0-7]\d)(?:\.\d{1,20})?|180(?:\.0{1,20})?)\s*$`

const DECIMAL = String.raw`\s*(-?\d{1,3}(?:\.\d{1,20})?)\s*`
const LAT_LON = new RegExp(`^${DECIMAL},${DECIMAL}$`)

/** Latitude comes first here, as people write it, but second in points and GeoJSON. The error messages say so. */
export const near = z
  .string()
  .meta({ pattern: NEAR_PATTERN, examples: ['49.61,6.13'] })
  .transform((text, context): Position => {
    const match = LAT_LON.exec(text)
    const lat = Number(match?.[1])
    const lon = Number(match?.[2])
    if (Math.abs(lat) <= 90 && Math.abs(lon) <= 180) return [lon, lat]
    const swapped = match !== null && Math.abs(lat) <= 180 && Math.abs(lon) <= 90
    const hint = swapped ? ` Latitude comes first here: did you mean "${lon},${lat}"?` : ''
    context.issues.push({
      code: 'custom',
      message: `near must be "lat,lon" in decimal degrees, "49.61,6.13", latitude from -90 to 90, longitude from -180 to 180.${hint}`,
      input: text,
    })
    return z.NEVER
  })
  .describe('Rank boundaries near this point first: `lat,lon` in decimal degrees, latitude first.')

export const latitude = z.number().min(-90).max(90).describe('Latitude in degrees.')
export const longitude = z.number().min(-180).max(180).describe('Longitude in degrees.')

/** Outputs */

export const bbox = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .describe(
    '[west, south, east, north] in degrees; west is greater than east across the antimeridian (RFC 7946 §5.2).',
  )

export const position = z.tuple([z.number(), z.number()]).describe('[lon, lat] in degrees.')

export const attribution = z
  .string()
  .describe('Required attribution and licence. Show it where you show the data.')

const adminLevelOut = z
  .int()
  .nullable()
  .describe('OpenStreetMap’s administrative level; null for postcode areas and mainlands without one.')

export const boundaryRef = z.strictObject({
  id: z.string().describe('Canonical boundary id.'),
  name: z.string(),
  kind,
  admin_level: adminLevelOut,
})

const population = z.int().nullable().describe('Null when unknown.')

const populationSource = z
  .enum(POPULATION_SOURCES)
  .nullable()
  .describe(
    '`towns`: the population is the sum of the towns in GeoNames, rounded to two significant digits, without people who live outside towns. Null: the population comes from the source of the boundary.',
  )

const parentRef = boundaryRef.extend({
  bbox: bbox.optional().describe('Only with include=parents.'),
  wikidata: z.string().nullable().optional().describe('Only with include=parents.'),
})

export const childRef = boundaryRef.extend({ bbox })

const externalId = z.strictObject({
  id: z.string(),
  source: z
    .enum(ID_SOURCES)
    .describe(
      '`openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made from.',
    ),
})

const ids = z
  .strictObject({
    osm: externalId.optional().describe('Relation or way, r62422.'),
    wikidata: externalId.optional().describe('Wikidata entity, Q64.'),
    iso: externalId.optional().describe('ISO 3166-2 code, or the alpha-2 code of a country.'),
    fips: externalId.optional().describe('FIPS 6-4 code of a county of the United States, 06037.'),
    geonames: externalId.optional().describe('GeoNames, 2950159.'),
    nuts: externalId.optional().describe('NUTS, DE3; of several codes the shortest.'),
  })
  .describe(
    'Ids and codes in other systems, as far as they are known. Each is an id here, too: `nuts:DE212`.',
  )

export const candidate = boundaryRef.extend({
  country: z.string().nullable().describe('ISO 3166-1 alpha-2.'),
  parents: z.array(boundaryRef).describe('From the country down to the direct parent.'),
  bbox,
  centroid: position.describe('[lon, lat] of a point inside.'),
  population,
  population_source: populationSource,
  wikidata: z.string().nullable().describe('Wikidata entity, Q64.'),
  iso: z.string().nullable().describe('ISO 3166-2 code, or the alpha-2 code of a country.'),
  ids,
  matched_name: z
    .string()
    .nullable()
    .describe('The name that matched the query; null when the call is not a search by name.'),
  match: z
    .enum(MATCHES)
    .nullable()
    .describe(
      '`exact`: the query is a name, code or id of the boundary; `prefix`: a name starts with the query; `words`: a name contains its words; `fuzzy`: a name has a similar spelling. Null when the call is not a search by name.',
    ),
})

const claimants = z.array(z.string())

export const disputed = z
  .array(
    z.strictObject({
      area: z.string().describe('Name of the disputed area.'),
      claimants: claimants.describe(
        'ISO 3166-1 alpha-2 codes, or English names for claimants without a code. Empty for unclaimed land.',
      ),
      administered_by: claimants.describe(
        'Who administers the area, written as in `claimants`; several when each administers a part.',
      ),
      source: z.string().describe('A page about the dispute.'),
    }),
  )
  .describe('Disputed areas; empty when there are none.')

export const condominiums = z
  .array(
    z.strictObject({
      area: z.string().describe('Name of the shared area.'),
      countries: z.array(z.string()).describe('ISO 3166-1 alpha-2 codes.'),
      source: z.string().describe('A page about the area.'),
    }),
  )
  .describe('Areas that countries hold together by agreement; empty when there are none.')

const ring = z.array(position)

export const polygons = z.union([
  z.strictObject({ type: z.literal('Polygon'), coordinates: z.array(ring) }),
  z.strictObject({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ring)) }),
])

const featureProperties = z.strictObject({
  id: z.string(),
  name: z.string().describe('In the requested language, else the local name.'),
  names: z
    .record(z.string(), z.string())
    .describe(
      'Names by language tag. The local name is listed under its own language where the country leaves no doubt.',
    ),
  kind,
  admin_level: adminLevelOut,
  country: z.string().nullable(),
  iso: z.string().nullable(),
  wikidata: z.string().nullable(),
  population,
  population_source: populationSource,
  parents: z
    .array(parentRef)
    .describe('The country and the direct parent; with include=parents, all levels.'),
  ids: ids.optional(),
  children: z.array(childRef).optional().describe('Direct subdivisions, only with include=children.'),
  alternatives: z.array(boundaryRef).describe('Other boundaries that match the same id.'),
  disputed: disputed.describe('Disputed areas that overlap the boundary; empty when there are none.'),
  condominiums: condominiums.describe(
    'Areas that overlap the boundary and that countries hold together by agreement; empty when there are none.',
  ),
  bbox,
  centroid: position,
  area_km2: z.number().describe('Area of the full geometry, at every detail.'),
  detail,
  precision: z.int(),
  vertices: z.int().describe('Number of positions in the geometry, including closing positions.'),
  source: z.strictObject({
    url: z.string(),
    version: z.int().nullable(),
    timestamp: z
      .string()
      .nullable()
      .describe('When the object was last edited, or the date of the extract when the edit time is unknown.'),
    fetched_at: z.string(),
    stale: z
      .boolean()
      .describe(
        'True when a newer version could not be used, or when a fetched boundary is old and is being fetched again.',
      ),
  }),
  attribution,
})

export const feature = z.strictObject({
  type: z.literal('Feature'),
  id: z.string(),
  bbox,
  geometry: polygons.nullable().describe('Null when the polygon is too large for the answer.'),
  download_url: z
    .string()
    .optional()
    .describe('Address of the file with the polygon, when geometry is null.'),
  properties: featureProperties,
})

export const jobId = z
  .string()
  .regex(/^job_[0-9a-z]{22}$/, 'id must be the id of a job: "job_" and 22 letters and digits.')
  .describe('Id of the job, from the 202 answer.')
