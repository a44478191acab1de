import { z } from 'zod'
import type { Detail } from '../../domain/boundary/detail-levels.ts'
import type { BoundaryReference } from '../../domain/boundary/id.ts'
import { estimatedBytes, MAX_COVERAGE_POINTS } from '../../domain/collections/collection-detail.ts'
import {
  type MemberSelection,
  type Selected,
  selectWithin,
  survey,
} from '../../domain/collections/collection-members.ts'
import { spatialOrder } from '../../domain/collections/spatial-order.ts'
import { expectCollection, writeCollection } from '../../domain/collections/write-collection.ts'
import { MAX_COVER_BYTES } from '../../domain/formats/cover.ts'
import { COLLECTION_FORMATS, FORMATS, type Format } from '../../domain/formats/index.ts'
import { MAX_POSITIONS } from '../../domain/formats/shared-arcs.ts'
import type { OpContext } from '../../op/context.ts'
import { defineOp } from '../../op/define.ts'
import { problem } from '../../op/problem/problem.ts'
import { adminLevel, attribution, boundaryId, detail, kind } from '../../op/schema/shared-schemas.ts'
import type { Services } from '../../op/services.ts'
import { counted, grouped } from '../../util/count-with-noun.ts'
import { findBoundaries, findBoundary } from './find-boundary.ts'
import { requirePoints } from './reject-too-many-vertices.ts'

const MAX_IDS = 1_000
const MAX_BOUNDARIES = 100_000
const BOUNDARIES_A_UNIT = 10

const format = z
  .enum(COLLECTION_FORMATS)
  .describe(`File format. ${COLLECTION_FORMATS.map((name) => `${name}: ${FORMATS[name].title}`).join('; ')}.`)

interface CollectionQuestion {
  readonly within?: BoundaryReference | undefined
  readonly ids?: readonly BoundaryReference[] | undefined
  readonly members: MemberSelection['members']
  readonly admin_level?: number | undefined
  readonly kind?: MemberSelection['kind'] | undefined
  readonly detail: Detail
}

export const exportCollection = defineOp({
  name: 'export_collection',
  group: 'boundaries',
  route: { method: 'POST', path: '/v1/boundaries/export' },
  summary:
    'Export many boundaries as one file: the subdivisions of a boundary, a level or kind in it, or a list of ids.',
  description: [
    'Name either a boundary in `within`, whose subdivisions are exported, or up to 1,000 boundaries in `ids`, such as the parts of an area.',
    'Up to 100,000 boundaries fit in a file. `dry_run` returns their number, the cost and the approximate size of the file; it writes no file and is free.',
    '',
    'The set is simplified together: neighbours keep their common borders, without gaps and overlaps. The number of points grows with the square root of the number',
    'of boundaries, so 16 states at low detail have about 4,000 points, each border counted once. At full detail nothing is simplified.',
    '',
    '`cover` is a table with which SQL engines find the boundaries that contain points, like contains_points. It is always of the full polygons, whatever `detail` says.',
    '',
    'The file belongs to the account. Its address needs no key. It expires at `expires_at`; until then it counts against the file quota of the plan.',
    'Use `Prefer: respond-async` for large collections.',
  ].join('\n'),
  access: 'key',
  units: `1 unit per ${BOUNDARIES_A_UNIT} boundaries, rounded up; free with dry_run`,
  readOnly: true,
  long: true,
  idempotencyKey: true,
  input: z
    .strictObject({
      within: boundaryId.optional().describe('Export subdivisions of this boundary.'),
      members: z
        .enum(['children', 'hierarchy'])
        .default('children')
        .describe('children: the direct subdivisions; hierarchy: the subdivisions of all levels.'),
      admin_level: adminLevel.min(3).optional().describe('Export only subdivisions of this level.'),
      kind: kind.optional().describe('Export only subdivisions of this kind, of any level.'),
      ids: z.array(boundaryId).min(1).max(MAX_IDS).optional().describe('Export these boundaries instead.'),
      format: format.default('geojson'),
      detail: detail.default('medium'),
      dry_run: z.boolean().default(false).describe('Return only the size and the cost.'),
    })
    .refine(({ within, ids }) => (within === undefined) !== (ids === undefined), {
      message: 'Give either within or ids.',
      path: ['within'],
    }),
  output: z.strictObject({
    boundaries: z.int().describe('Number of boundaries.'),
    units: z.int().describe('Cost of the export in units.'),
    estimated_bytes: z.int().describe('Approximate size of the file.'),
    url: z.string().nullable().describe('Address of the file; null with dry_run.'),
    expires_at: z.string().nullable().describe('When the file expires; null with dry_run.'),
    bytes: z.int().nullable().describe('Size of the file; null with dry_run.'),
    sha256: z.string().nullable().describe('SHA-256 of the file, in hexadecimal; null with dry_run.'),
    vertices: z.int().nullable().describe('Positions of all polygons in the file; null with dry_run.'),
    format,
    detail,
    media_type: z.string(),
    notes: z.array(z.string()).describe('What the list of subdivisions leaves out or combines.'),
    attribution,
  }),
  errors: ['too_many_files', 'not_found', 'empty_area', 'too_large', 'source_unavailable'],
  examples: [
    {
      title: 'Size and cost of a file with the counties of a state',
      input: { within: 'iso:US-UT', kind: 'county', format: 'gpkg', dry_run: true },
    },
    {
      title: 'The states of a country, for a web map',
      input: { within: 'iso:DE', format: 'topojson', detail: 'low' },
    },
    {
      title: 'Size and cost of an exact cover, with which a warehouse joins points',
      input: { within: 'iso:DE', format: 'cover', dry_run: true },
    },
    {
      title: 'A set of countries',
      input: { ids: ['iso:BE', 'iso:NL', 'iso:LU'], format: 'fgb', detail: 'low' },
    },
  ],
  agent: {
    hint: 'When the user wants many boundaries in one file: all states of a country, all municipalities of a district. Call it with `dry_run` first, and tell the user the cost. Give the user the address of the file.',
    defaults: { detail: 'low' },
    summarize: ({ boundaries, units, estimated_bytes, url, bytes, format, expires_at }) =>
      url === null
        ? `${counted(boundaries, 'boundary', 'boundaries')} would cost ${counted(units, 'unit')} and make a file of about ${estimated_bytes.toLocaleString('en')} bytes.`
        : `The ${format} file with ${counted(boundaries, 'boundary', 'boundaries')} (${bytes?.toLocaleString('en')} bytes) is at ${url} until ${expires_at}.`,
  },
  positional: ['within'],
  plan: (input) => ({
    access: 'key',
    find: ({ services }) => select(services, input),
    price: ({ ids }) => (input.dry_run ? 0 : unitsFor(ids.length)),
    run: (context, selected) => exported(context, input, selected),
  }),
})

interface Input extends CollectionQuestion {
  readonly format: Format
  readonly dry_run: boolean
}

const exported = async (context: OpContext, asked: Input, { title, ids, notes }: Selected) => {
  const input = asked.format === 'cover' ? ({ ...asked, detail: 'full' } as const) : asked
  if (!input.dry_run) expectCollection(context.services.compute)
  const found = await survey(context.services.catalog, ids, context.signal())
  if (found === null) throw problem('empty_area', { selection: title })
  const estimate = estimatedBytes(input.format, input.detail, found)
  const answer = {
    boundaries: found.count,
    units: unitsFor(found.count),
    estimated_bytes: estimate,
    format: input.format,
    detail: input.detail,
    media_type: FORMATS[input.format].mediaType,
    notes,
    attribution: found.attribution,
  }
  requirePoints(found.points, maxPoints(input))
  if (input.format === 'cover' && estimate > MAX_COVER_BYTES) throw tooLargeCover(estimate)
  if (input.dry_run) return { ...answer, ...NO_FILE }
  context.services.expiringFiles.requireRoom(context.caller, estimate)
  context.progress(`Exporting ${found.count} boundaries, about ${megabytes(estimate)}`)
  const { format, detail } = input
  const order = {
    title,
    ids: format === 'parquet' ? spatialOrder(found.located) : ids,
    survey: found,
    format,
    detail,
    languages: context.languages,
  }
  return { ...answer, ...(await collectionFileOf(context, order)) }
}

const tooLargeCover = (estimate: number) =>
  problem('too_large', {
    reason: `The cover would have about ${grouped(estimate)} bytes; the limit is ${grouped(MAX_COVER_BYTES)}. Export parts of the set.`,
  })

const NO_FILE = { url: null, expires_at: null, bytes: null, sha256: null, vertices: null }

const unitsFor = (count: number): number => Math.max(1, Math.ceil(count / BOUNDARIES_A_UNIT))

const megabytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1e6))} MB`

type CatalogServices = Pick<Services, 'catalog' | 'yieldToEventLoop'>

/** @throws Problem `not_found`, `too_large` */
const select = async (services: CatalogServices, question: CollectionQuestion): Promise<Selected> => {
  const { catalog } = services
  const selected =
    question.within === undefined
      ? await listedMembers(services, question)
      : await selectWithin(catalog, (await findBoundary(catalog, question.within)).record, {
          members: question.members,
          adminLevel: question.admin_level ?? null,
          kind: question.kind ?? null,
        })
  const count = selected.ids.length
  if (count > MAX_BOUNDARIES)
    throw problem('too_large', { what: 'boundaries', count, maxCount: MAX_BOUNDARIES })
  return selected
}

const listedMembers = async (
  services: CatalogServices,
  { ids = [], detail }: CollectionQuestion,
): Promise<Selected> => {
  const records = await findBoundaries(services, ids, detail)
  const title = records.length === 1 ? records[0].name : `${records.length} boundaries`
  return { title, ids: [...new Set(records.map(({ id }) => id))], notes: [] }
}

/** Returns the maximum number of points: a simplified set and a topology must fit in memory. */
const maxPoints = ({ detail, format }: { readonly detail: Detail; readonly format: Format }): number =>
  detail !== 'full' ? MAX_COVERAGE_POINTS : format === 'topojson' ? MAX_POSITIONS : Infinity

const collectionFileOf = async (
  { services, caller, owner, signal, progress }: OpContext,
  order: Parameters<typeof writeCollection>[1],
) =>
  writeCollection(
    services,
    order,
    { owner, signal: signal(), onStep: progress },
    async ({ path, bytes, sha256, vertices }) => {
      const stem = `${order.title}-${order.detail}`
      const content = { path, byteLength: bytes }
      const file = { bytes: content, sha256, format: order.format, stem, plainStem: 'boundaries' }
      const { url, expiresAt = null } = await services.expiringFiles.store(caller, file)
      return { url, expires_at: expiresAt, bytes, sha256, vertices }
    },
  )
