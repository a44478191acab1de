import { z } from 'zod'
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import { DEFAULT_PRECISION, type Detail } from '../../domain/boundary/detail-level.ts'
import { featureHead } from '../../domain/boundary/feature.ts'
import { type BoundaryReference, canonicalId } from '../../domain/boundary/id.ts'
import type { RenderedGeometry } from '../../domain/boundary/renderer.ts'
import type { DisputeClaims } from '../../domain/catalog/disputes.ts'
import { parentNames } from '../../domain/catalog/parent-names.ts'
import { featureBytes } from '../../domain/formats/feature-json.ts'
import type { OpContext } from '../../op/context.ts'
import { defineOp } from '../../op/define.ts'
import { type Found, findBoundary } from '../../op/find-boundary.ts'
import { ReadyBody } from '../../op/ready-body.ts'
import { boundaryId, detail, feature, precision } from '../../op/schemas.ts'
import { unlessBusy } from '../../op/unless-busy.ts'
import { unlessFilesFailed } from '../../op/unless-files-failed.ts'
import { after } from '../../util/after.ts'

const MEDIA_TYPE = 'application/geo+json'
const INCLUDES = ['parents', 'children'] as const

interface Question {
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
    'Takes any form of boundary id. `detail` is a budget of points for the whole polygon: a boundary that has fewer is given as it is.',
    'Every answer is a valid polygon, wound as RFC 7946 asks and cut at the antimeridian. `area_km2` is of the full polygon at every detail.',
    '',
    'A polygon that is too large for one answer has `geometry` null and a `download_url`. Without a key only `detail=low` is given.',
  ].join('\n'),
  access: {
    describe: 'public with detail=low, which is the default without a key; key for more detail',
    of: (input) => (input.detail === undefined || input.detail === 'low' ? 'public' : 'key'),
  },
  units: 1,
  readOnly: true,
  cacheSeconds: 300,
  input: z.strictObject({
    id: boundaryId,
    detail: detail.optional().describe(`${detail.description} Default: low without a key, medium with one.`),
    precision: precision.optional(),
    include: z
      .array(z.enum(INCLUDES))
      .default([])
      .describe('parents: every level of the hierarchy, with boxes; children: the direct subdivisions.'),
  }),
  output: feature,
  mediaType: MEDIA_TYPE,
  errors: ['quota_exceeded', 'not_found', 'source_unavailable', 'overloaded'],
  examples: [
    { title: 'A small country', input: { id: 'iso:LI', detail: 'low' } },
    {
      title: 'A state with its hierarchy, three decimals',
      input: { id: 'iso:US-CA', detail: 'low', precision: 3, include: ['parents'] },
    },
  ],
  positional: ['id'],
  handler: (context, input) => {
    const { catalog, features } = context.services
    // The sentence "medium with a key" is also for the operator of the machine.
    const chosen = input.detail ?? (context.caller.kind === 'anonymous' ? 'low' : 'medium')
    const question = {
      detail: chosen,
      precision: input.precision ?? DEFAULT_PRECISION[chosen],
      include: input.include,
    }
    const prepare = async () => answer(context, await findBoundary(catalog, input.id), question)
    return after(catalog.version(), (version) =>
      features.get(keyOf(version, input.id, question, context.languages), prepare, context.cacheHit),
    )
  },
})

interface KeptKey extends Question {
  readonly version: string
  readonly languages: readonly string[]
  readonly key: string
}

/**
 * The key of the last question about a reference. Calls with the same address share the reference that was read from it, and
 * to put the text together and hash it anew would take longer than all else that a ready answer needs.
 */
const keptKeys = new WeakMap<BoundaryReference, KeptKey>()

const keyOf = (
  version: string,
  reference: BoundaryReference,
  question: Question,
  languages: readonly string[],
): string => {
  const { detail, precision, include } = question
  const kept = keptKeys.get(reference)
  if (
    kept !== undefined &&
    kept.version === version &&
    kept.detail === detail &&
    kept.precision === precision &&
    kept.include === include &&
    kept.languages === languages
  ) {
    return kept.key
  }
  const parts = [include.includes('parents'), include.includes('children')]
  const key = `${version}|${canonicalId(reference)}|${detail}|${precision}|${parts}|${languages}`
  keptKeys.set(reference, { ...question, version, languages, key })
  return key
}

const answer = async (
  context: OpContext,
  { record, alternatives }: Found,
  question: Question,
): Promise<ReadyBody> => {
  const { catalog, exporter, filesUrl, maxInlineBytes } = context.services
  const [rendered, disputes, nameOfParent, children] = await Promise.all([
    render(context, record, question),
    disputesIn(context, record),
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
  })
  const whole = featureBytes(head, rendered.json)
  if (whole.byteLength <= maxInlineBytes && rendered.json !== null) return new ReadyBody(whole, MEDIA_TYPE)
  const file = await unlessFilesFailed(() =>
    unlessBusy(() => exporter.file(record, question.detail, 'geojson')),
  )
  return new ReadyBody(featureBytes(head, null, `${filesUrl}/${file.key}`), MEDIA_TYPE)
}

const disputesIn = async (
  { services: { catalog, disputes, renderer } }: OpContext,
  record: BoundaryRecord,
): Promise<readonly DisputeClaims[]> => {
  const near = await disputes.near([record.bbox])
  if (near.length === 0) return []
  const geometry = await catalog.geometry(record)
  const found = await unlessBusy(() => renderer.locateDisputes({ geometry, disputes: near }))
  return found.map((index) => near[index])
}

const render = async (
  { services: { catalog, renderer, maxInlineBytes } }: OpContext,
  record: BoundaryRecord,
  { detail, precision }: Question,
): Promise<RenderedGeometry> => {
  const geometry = await catalog.geometry(record)
  return unlessBusy(() => renderer.render({ geometry, detail, precision, maxBytes: maxInlineBytes }))
}
