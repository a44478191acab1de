import { z } from 'zod'
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import { DEFAULT_PRECISION, type Detail } from '../../domain/boundary/detail-levels.ts'
import type { DisputeClaims } from '../../domain/boundary/dispute.ts'
import { featureHead } from '../../domain/boundary/feature.ts'
import { canonicalId } from '../../domain/boundary/id.ts'
import { disputesWork } from '../../domain/catalog/locate-disputes.ts'
import { parentNames } from '../../domain/catalog/parent-names.ts'
import { type RenderedGeometry, renderIn } from '../../domain/files/render-geometry.ts'
import { featureBytes } from '../../domain/formats/feature-json.ts'
import type { OpContext } from '../../op/context.ts'
import { defineOp } from '../../op/define.ts'
import { area, place, polygon, withinParents } from '../../op/response/agent-sentences.ts'
import { EncodedBody } from '../../op/response/encoded-body.ts'
import { boundaryId, detail, feature, precision } from '../../op/schema/shared-schemas.ts'
import { type FoundRecord, findBoundary } from './find-boundary.ts'

const MEDIA_TYPE = 'application/geo+json'
const UNITS = 1
const INCLUDES = ['parents', 'children'] as const

interface BoundaryQuestion {
  readonly detail: Detail
  readonly precision: number
  readonly include: readonly (typeof INCLUDES)[number][]
}

export const getBoundary = defineOp({
  name: 'get_boundary',
  group: 'boundaries',
  route: { method: 'GET', path: '/v1/boundaries/{+id}' },
  summary: 'Get the polygon of a boundary as a GeoJSON Feature.',
  description: [
    'Accepts any form of boundary id. `detail` limits the number of points in the whole polygon; a boundary with fewer points is not simplified.',
    'The polygon is always valid, wound as RFC 7946 requires and cut at the antimeridian. `area_km2` is always that of the full polygon.',
    '',
    'If the polygon is too large for the answer, `geometry` is null and `download_url` names a file. Higher detail than `low` requires a key.',
  ].join('\n'),
  access: {
    describe: 'public with detail=low, the default without a key; higher detail requires a key',
  },
  units: UNITS,
  readOnly: true,
  cacheSeconds: 300,
  input: z.strictObject({
    id: boundaryId,
    detail: detail.optional().describe(`${detail.description} Default: low without a key, medium with one.`),
    precision: precision.optional(),
    include: z
      .array(z.enum(INCLUDES))
      .default([])
      .describe(
        'parents: all levels of the hierarchy, with bounding boxes; children: the direct subdivisions.',
      ),
  }),
  output: feature,
  mediaType: MEDIA_TYPE,
  errors: ['not_found', 'source_unavailable', 'source_timeout'],
  examples: [
    { title: 'A small country', input: { id: 'iso:LI', detail: 'low' } },
    {
      title: 'A state with its hierarchy, three decimals',
      input: { id: 'iso:US-CA', detail: 'low', precision: 3, include: ['parents'] },
    },
  ],
  agent: {
    hint: 'For facts about one place (area in km², population, parents, bounding box) and its outline. Needs an id from search_boundaries, reverse_boundaries or list_children, or a code (`iso:FR`). `geometry` is null when the polygon is large: download_url then holds it. Use more than `low` detail only to draw or measure, and show_map to show it.',
    defaults: { detail: 'low' },
    summarize: ({ properties, ...feature }) =>
      `${place(properties)}: ${area(properties.area_km2)}${properties.population === null ? '' : `, population ${properties.population.toLocaleString('en')}`}${withinParents(properties.parents)}. ${polygon({ ...feature, properties })}`,
  },
  positional: ['id'],
  plan: ({ id, include, ...asked }, caller) => {
    // The operator gets the default of callers with a key.
    const detail = asked.detail ?? (caller.kind === 'anonymous' ? 'low' : 'medium')
    const question = { detail, precision: asked.precision ?? DEFAULT_PRECISION[detail], include }
    const parts = [include.includes('parents'), include.includes('children')]
    return {
      access: asked.detail === undefined || asked.detail === 'low' ? 'public' : 'key',
      price: UNITS,
      cacheKey: `${canonicalId(id)}|${detail}|${question.precision}|${parts}`,
      run: async (context) =>
        answer(context, await findBoundary(context.services.catalog, id, detail), question),
    }
  },
})

const answer = async (
  context: OpContext,
  { record, alternatives }: FoundRecord,
  question: BoundaryQuestion,
): Promise<EncodedBody> => {
  const { catalog, exporter, filesUrl } = context.services
  const [rendered, disputes, nameOfParent, children] = await Promise.all([
    render(context, record, question),
    disputesOfPolygon(context, record),
    parentNames(catalog, [record], context.languages),
    question.include.includes('children') ? catalog.children(record, null) : null,
  ])
  const head = featureHead(record, {
    detail: question.detail,
    precision: question.precision,
    vertices: rendered.vertices,
    reading: { languages: context.languages, nameOfParent },
    allParents: question.include.includes('parents'),
    children: children?.children ?? null,
    alternatives,
    disputes,
    hasIds: true,
  })
  const whole = featureBytes(head, rendered.json)
  if (whole.byteLength <= context.maxInlineBytes && rendered.json !== null)
    return new EncodedBody(whole, MEDIA_TYPE)
  const file = await exporter.file(record, question.detail, 'geojson', context.languages, context.owner)
  return new EncodedBody(featureBytes(head, null, { url: `${filesUrl}/${file.key}` }), MEDIA_TYPE)
}

const disputesOfPolygon = async (
  { owner, services: { catalog, compute, disputes } }: OpContext,
  record: BoundaryRecord,
): Promise<readonly DisputeClaims[]> => {
  const near = await disputes.near([record.bbox])
  if (near.length === 0) return []
  const geometry = await catalog.geometry(record)
  const bytes = geometry.rings.byteLength
  const found = await compute.run(
    disputesWork,
    { geometry, disputes: near },
    { lane: 'interactive', owner, bytes },
  )
  return found.map((index) => near[index])
}

const render = async (
  { owner, services: { catalog, compute }, maxInlineBytes }: OpContext,
  record: BoundaryRecord,
  { detail, precision }: BoundaryQuestion,
): Promise<RenderedGeometry> => {
  const geometry = await catalog.geometry(record)
  return renderIn(compute, { geometry, detail, precision, maxBytes: maxInlineBytes }, owner)
}
