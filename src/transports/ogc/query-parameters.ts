/** The query parameters of each resource. Others are rejected, as the standard requires. */
import { z } from 'zod'
import { DETAILS } from '../../domain/boundary/detail-levels.ts'
import type { PropertyFilter } from '../../domain/catalog/ports.ts'
import { issuesOf } from '../../op/problem/invalid-input.ts'
import { problem } from '../../op/problem/problem.ts'
import { inputSchema } from '../../op/schema/derived-schema.ts'
import { adminLevel, kind } from '../../op/schema/shared-schemas.ts'
import { inputFromQuery } from '../rest/query-to-input.ts'
import { isDatetime } from './datetime.ts'
import { isCursor } from './page-cursor.ts'
import { DEFAULT_FEATURES, MAX_FEATURES } from './page-size.ts'
import { boxFault, CRS84, SYSTEM_URIS } from './reference-systems.ts'

const format = z.enum(['json']).optional().describe('The format of the answer; `json` is the only one.')

const detail = z
  .enum(DETAILS)
  .describe(
    'Detail of each polygon: low has about 1,000 points, medium 5,000, high 25,000; full is not simplified.',
  )

/** Programs such as GDAL append the parameters of the configured address to every request. */
export const DOCUMENT_QUERY = z.strictObject({
  f: format,
  detail: detail.optional().describe('Ignored here: it is a parameter of features.'),
})

const systemUri = z.enum(SYSTEM_URIS).default(CRS84)

const crs = systemUri.describe(
  'The reference system of the geometries: longitude and latitude (CRS84), latitude and longitude (EPSG 4326), or metres of Web Mercator (EPSG 3857).',
)

const bbox = z
  .array(z.number())
  .superRefine(({ length }, context) => {
    const message = `bbox must have four numbers, or six with heights, but has ${length}.`
    if (length !== 4 && length !== 6) context.addIssue({ code: 'custom', message })
  })
  .meta({ oneOf: [4, 6].map((length) => ({ minItems: length, maxItems: length })) })
  .describe(
    'Only features with land in this box: west, south, east, north in degrees, or both minimums and both maximums in the order of the axes of bbox-crs; or with heights, which are ignored, after the second and the fourth. West is greater than east across the antimeridian; longitudes beyond ±180 wrap around.',
  )

/** Properties of features by which lists can be filtered. */
export const QUERYABLES = z.strictObject({
  id: z.string().describe('Only the feature with this id.'),
  name: z.string().describe('Only features with exactly this local name.'),
  kind: kind.describe('Only features of this kind.'),
  admin_level: adminLevel.min(2).describe('Only features of this administrative level of OpenStreetMap.'),
  country: z.string().describe('Only features in this country: ISO 3166-1 alpha-2, upper case.'),
  iso: z.string().describe('Only the feature with this ISO 3166 code, upper case.'),
  wikidata: z.string().describe('Only features with this Wikidata entity.'),
})

const ITEMS_FIELDS = z.strictObject({
  bbox: bbox.optional(),
  'bbox-crs': systemUri.describe('The reference system of bbox.'),
  datetime: z
    .string()
    .refine(isDatetime, {
      message:
        'datetime must be an RFC 3339 time such as 2026-01-31T00:00:00Z, or two with a slash between them; ".." leaves one end open.',
    })
    .optional()
    .describe('A time or an interval. Features have no time, so all of them match.'),
  limit: z
    .int()
    .min(1)
    .default(DEFAULT_FEATURES)
    .meta({ maximum: MAX_FEATURES })
    .describe(`Maximum number of features in a page. A larger value is read as ${MAX_FEATURES}.`),
  cursor: z
    .string()
    .refine(isCursor, { message: 'cursor must be that of a "next" link.' })
    .optional()
    .describe('Where the page begins. Follow the link "next" instead of setting it.'),
  detail: detail.default('medium'),
  crs,
  f: format,
  ...QUERYABLES.partial().shape,
})

export const ITEMS_QUERY = ITEMS_FIELDS.superRefine(({ bbox, 'bbox-crs': uri }, context) => {
  const message = bbox === undefined ? null : boxFault(bbox, uri)
  if (message !== null) context.addIssue({ code: 'custom', message, path: ['bbox'] })
})
export type ItemsQuery = z.output<typeof ITEMS_QUERY>

export const ITEM_QUERY = z.strictObject({ detail: detail.default('medium'), crs, f: format })

export const filterOf = (query: ItemsQuery): PropertyFilter => {
  const { id, name, kind, admin_level: adminLevel, country, iso, wikidata } = query
  return { id, name, kind, adminLevel, country, iso, wikidata }
}

/** @throws Problem `invalid_input` */
export const readQuery = <S extends z.ZodType>(schema: S, query: string): z.output<S> => {
  const written = inputFromQuery(query, {}, inputSchema(schema))
  const parsed = schema.safeParse(written)
  if (parsed.success) return parsed.data
  throw problem('invalid_input', { issues: issuesOf(parsed.error, schema, written) })
}
