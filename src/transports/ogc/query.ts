/** The query parameters of each resource. Others are rejected, as the standard requires. */
import { z } from 'zod'
import { DETAILS } from '../../domain/boundary/detail-level.ts'
import type { PropertyFilter } from '../../domain/catalog/ports.ts'
import type { BBox } from '../../domain/geometry/rings.ts'
import { issuesOf } from '../../op/problem/issues.ts'
import { problem } from '../../op/problem/problem.ts'
import { inputSchema } from '../../op/schema/derived-schema.ts'
import { adminLevel, kind } from '../../op/schema/schemas.ts'
import { inputFromQuery } from '../rest/query.ts'
import { isCursor } from './cursor.ts'
import { isDatetime } from './datetime.ts'

const DEFAULT_LIMIT = 100
export const MAX_LIMIT = 1_000

const format = z.enum(['json']).optional().describe('The format of the answer. There is one.')

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

const bbox = z
  .array(z.number())
  .superRefine((numbers, context) => {
    const message = boxFault(numbers)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })
  .meta({ oneOf: [4, 6].map((length) => ({ minItems: length, maxItems: length })) })
  .describe(
    'Only features with land in this box: west, south, east, north in degrees, or with heights, which are ignored, after south and north. West is greater than east across the antimeridian.',
  )

/** Returns a sentence about an invalid box; null for a valid one. */
const boxFault = (numbers: readonly number[]): string | null => {
  if (numbers.length !== 4 && numbers.length !== 6)
    return `bbox must have four numbers, or six with heights, but has ${numbers.length}.`
  const [west, south, east, north] = boxOfNumbers(numbers)
  if (Math.max(Math.abs(west), Math.abs(east)) > 180) return 'bbox must have longitudes between -180 and 180.'
  if (Math.max(Math.abs(south), Math.abs(north)) > 90) return 'bbox must have latitudes between -90 and 90.'
  if (south > north) return 'bbox must have the southern latitude before the northern one.'
  if (numbers.length === 6 && numbers[2] > numbers[5]) return 'bbox must have the lower height first.'
  return null
}

/** Converts four or six numbers to a box. */
export const boxOfNumbers = (numbers: readonly number[]): BBox =>
  numbers.length === 6
    ? [numbers[0], numbers[1], numbers[3], numbers[4]]
    : [numbers[0], numbers[1], numbers[2], numbers[3]]

/** Properties of features by which lists can be filtered. */
const PROPERTIES = {
  id: z.string().describe('Only the feature with this id.'),
  name: z.string().describe('Only features with exactly this local name.'),
  kind: kind.describe('Only features of this kind.'),
  admin_level: adminLevel.min(2).describe('Only features of this administrative level of OpenStreetMap.'),
  country: z.string().describe('Only features in this country: ISO 3166-1 alpha-2, upper case.'),
  iso: z.string().describe('Only the feature with this ISO 3166 code, upper case.'),
  wikidata: z.string().describe('Only features with this Wikidata entity.'),
} as const

export const ITEMS_QUERY = z.strictObject({
  bbox: bbox.optional(),
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
    .default(DEFAULT_LIMIT)
    .meta({ maximum: MAX_LIMIT })
    .describe(`Maximum number of features in the page. More than ${MAX_LIMIT} is taken as ${MAX_LIMIT}.`),
  cursor: z
    .string()
    .refine(isCursor, { message: 'cursor must be that of a "next" link.' })
    .optional()
    .describe('Where the page begins: follow the link "next" instead of setting it.'),
  detail: detail.default('medium'),
  f: format,
  ...z.strictObject(PROPERTIES).partial().shape,
})
export type ItemsQuery = z.output<typeof ITEMS_QUERY>

export const ITEM_QUERY = z.strictObject({ detail: detail.default('medium'), f: format })

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
