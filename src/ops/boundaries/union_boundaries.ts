import { z } from 'zod'
import { attributionOf } from '../../domain/boundary/attribution.ts'
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import { refBody } from '../../domain/boundary/boundary-json.ts'
import { type BoundarySet, canonicalSet, setKey } from '../../domain/boundary/boundary-set.ts'
import { positionsOf } from '../../domain/boundary/count-positions.ts'
import { DEFAULT_PRECISION, type Detail } from '../../domain/boundary/detail-levels.ts'
import { type BoundaryReference, canonicalId } from '../../domain/boundary/id.ts'
import { nameIn } from '../../domain/boundary/language.ts'
import { uniteWork } from '../../domain/files/unite.ts'
import { featureBytes } from '../../domain/formats/feature-json.ts'
import type { Format } from '../../domain/formats/index.ts'
import { BYTES_A_POSITION } from '../../domain/geometry/codec.ts'
import type { OpContext } from '../../op/context.ts'
import { defineOp } from '../../op/define.ts'
import { MAX_DEMONSTRATED_IDS } from '../../op/demonstration-limits.ts'
import { Problem, problem } from '../../op/problem/problem.ts'
import { area, place, polygon } from '../../op/response/agent-sentences.ts'
import { EncodedBody } from '../../op/response/encoded-body.ts'
import {
  attribution,
  bbox,
  boundaryId,
  boundaryRef,
  detail,
  FILE_FORMAT,
  format,
  polygons,
} from '../../op/schema/shared-schemas.ts'
import { counted } from '../../util/count-with-noun.ts'
import { findBoundaries } from './find-boundary.ts'
import { requirePoints } from './reject-too-many-vertices.ts'

const MEDIA_TYPE = 'application/geo+json'
const MAX_IDS = 50
/** The whole European Union has fewer points. A thread needs about 100 bytes for each. */
const MAX_POINTS = 5_000_000

export const unionBoundaries = defineOp({
  name: 'union_boundaries',
  group: 'boundaries',
  route: { method: 'POST', path: '/v1/boundaries/union' },
  summary: 'Merge boundaries into one area and cut others out of it.',
  description: [
    'Returns the union of the included boundaries minus the union of the excluded ones as a GeoJSON Feature. The order of the ids and repeated ids do not matter.',
    'The full polygons are merged before the result is simplified to `detail`, so shared borders disappear completely.',
    '',
    'If the excluded boundaries cover all included ones, the answer is 422 `empty_area`. If the result is too large for the answer, or `format` is not geojson, `geometry` is null and `download_url` names a file.',
    'Files expire; `download_expires_at` says when.',
  ].join('\n'),
  access: 'demonstration',
  units: '1 unit per boundary, included or excluded; repeated ids count once',
  readOnly: true,
  long: true,
  idempotencyKey: true,
  input: z.strictObject({
    include: z.array(boundaryId).min(1).max(MAX_IDS).describe('Ids of the boundaries to merge.'),
    exclude: z.array(boundaryId).max(MAX_IDS).default([]).describe('Ids of the boundaries to cut out.'),
    detail: detail.default('medium'),
    format: format.default('geojson').describe(`${FILE_FORMAT} ${format.description}`),
  }),
  output: z.strictObject({
    type: z.literal('Feature'),
    bbox,
    geometry: polygons.nullable().describe('Null when the polygon is in a file.'),
    download_url: z
      .string()
      .optional()
      .describe('Address of the file with the polygon, when geometry is null.'),
    download_expires_at: z.string().optional().describe('When the file expires, when geometry is null.'),
    properties: z.strictObject({
      area_km2: z.number().describe('Area of the full geometry, at every detail.'),
      parts: z.int().describe('Number of polygons in the geometry.'),
      vertices: z.int().describe('Number of positions in the geometry, including closing positions.'),
      bbox,
      detail,
      precision: z.int(),
      include: z.array(boundaryRef).describe('The merged boundaries, sorted by id, without duplicates.'),
      exclude: z.array(boundaryRef).describe('The boundaries cut out, sorted by id, without duplicates.'),
      attribution,
    }),
  }),
  mediaType: MEDIA_TYPE,
  errors: ['too_many_files', 'not_found', 'empty_area', 'too_large', 'source_unavailable', 'source_timeout'],
  examples: [
    { title: 'Two states', input: { include: ['iso:US-NV', 'iso:US-CA'], detail: 'low' } },
    {
      title: 'Italy without two of its regions',
      input: { include: ['iso:IT'], exclude: ['iso:IT-82', 'iso:IT-88'], detail: 'low' },
    },
  ],
  agent: {
    hint: 'When you know the ids to merge and to cut out. For a description in words use create_area. Next: show_map with its download_url.',
    defaults: { detail: 'low' },
    summarize: ({ properties, ...feature }) =>
      `${properties.include.map(place).join(' + ')}${properties.exclude.map((each) => ` − ${place(each)}`).join('')}: ${area(properties.area_km2)}. ${polygon({ ...feature, properties })}`,
  },
  positional: ['include'],
  plan: (input) => {
    const ids = [...input.include, ...input.exclude]
    const isDemonstrated = ids.length <= MAX_DEMONSTRATED_IDS && input.detail === 'low'
    return {
      access: isDemonstrated ? 'demonstration' : 'key',
      price: new Set(ids.map(canonicalId)).size,
      run: (context) => answerUnion(context, input),
    }
  },
})

interface Input {
  readonly include: readonly BoundaryReference[]
  readonly exclude: readonly BoundaryReference[]
  readonly detail: Detail
  readonly format: Format
}

const answerUnion = async (context: OpContext, input: Input): Promise<EncodedBody> => {
  const { catalog, answers, expiringFiles } = context.services
  context.progress(`Finding ${input.include.length + input.exclude.length} boundaries`)
  const found = await findBoundaries(context.services, [...input.include, ...input.exclude], input.detail)
  const set = canonicalSet({
    include: found.slice(0, input.include.length),
    exclude: found.slice(input.include.length),
  })
  // Includes the expiry, so that no cached answer outlives its file.
  const key = `${await catalog.version()}|union ${setKey(set)}|${input.detail}|${input.format}|${context.languages}|${expiringFiles.expiry()}|${context.maxInlineBytes}`
  for (;;) {
    let isOwn = false
    try {
      return await answers.get(
        key,
        (signal) => {
          isOwn = true
          return answer(context, set, input, signal)
        },
        { onHit: context.cacheHit, signal: context.signal() },
      )
    } catch (error) {
      // A concurrent call of another account failed for lack of space: try again for this account.
      if (isOwn || !(error instanceof Problem) || error.code !== 'too_many_files') throw error
    }
  }
}

const answer = async (
  context: OpContext,
  set: BoundarySet,
  { detail, format }: Pick<Input, 'detail' | 'format'>,
  signal: AbortSignal,
): Promise<EncodedBody> => {
  const { catalog, compute, expiringFiles } = context.services
  const positions = positionsOf([...set.include, ...set.exclude])
  requirePoints(positions, MAX_POINTS)
  const refsOf = (records: readonly BoundaryRecord[]) =>
    records.map((record) => refBody(record, () => nameIn(record, context.languages)))
  const load = async () => {
    context.progress(uniting(set))
    const [include, exclude] = await Promise.all([set.include, set.exclude].map(catalog.geometries))
    return {
      include,
      exclude,
      detail,
      precision: DEFAULT_PRECISION[detail],
      format,
      properties: {
        include: refsOf(set.include),
        exclude: refsOf(set.exclude),
        attribution: attributionOf([...set.include, ...set.exclude]),
      },
    }
  }
  const bytes = positions * BYTES_A_POSITION
  const united = await compute.run(uniteWork, load, { lane: 'long', owner: context.owner, bytes, signal })
  if (united === null)
    throw problem('empty_area', { included: set.include.length, excluded: set.exclude.length })
  if (format === 'geojson' && united.bytes.byteLength <= context.maxInlineBytes)
    return new EncodedBody(united.bytes, MEDIA_TYPE)
  const stem = `union-${detail}`
  const file = { ...united, format, stem, plainStem: stem }
  return new EncodedBody(
    featureBytes(united.head, null, await expiringFiles.store(context.caller, file)),
    MEDIA_TYPE,
  )
}

const uniting = ({ include, exclude }: BoundarySet): string => {
  const cutting = exclude.length === 0 ? '' : `, and cutting out ${exclude.length}`
  return `Merging ${counted(include.length, 'boundary', 'boundaries')}${cutting}`
}
