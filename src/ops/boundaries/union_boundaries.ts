import { z } from 'zod'
import { attributionOf } from '../../domain/boundary/attribution.ts'
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import { DEFAULT_PRECISION, type Detail } from '../../domain/boundary/detail-level.ts'
import { canonicalId } from '../../domain/boundary/id.ts'
import { nameIn } from '../../domain/boundary/language.ts'
import { type BoundarySet, canonicalSet, setKey } from '../../domain/boundary/set.ts'
import { refBody } from '../../domain/boundary/wire.ts'
import { storeFile } from '../../domain/files/store-file.ts'
import { featureBytes } from '../../domain/formats/feature-json.ts'
import type { OpContext } from '../../op/context.ts'
import { defineOp } from '../../op/define.ts'
import { findBoundaries } from '../../op/find-boundary.ts'
import { problem } from '../../op/problem.ts'
import { ReadyBody } from '../../op/ready-body.ts'
import { attribution, bbox, boundaryId, boundaryRef, detail, polygons } from '../../op/schemas.ts'
import { unlessBusy } from '../../op/unless-busy.ts'

const MEDIA_TYPE = 'application/geo+json'
const MOST_IDS = 50
/** All of the European Union has fewer. A thread takes about 100 bytes for each. */
const MOST_POINTS = 5_000_000

export const unionBoundaries = defineOp({
  name: 'union_boundaries',
  group: 'boundaries',
  route: { method: 'POST', path: '/v1/boundaries/union' },
  summary: 'Merge boundaries into one area, and cut others out of it.',
  description: [
    'The union of the included boundaries without the union of the excluded ones, as a GeoJSON Feature. Neither order nor repeats matter.',
    'Full polygons are merged, and the result is then drawn at the `detail`: borders between neighbours vanish without a trace.',
    '',
    'When the excluded boundaries cover everything that is included, nothing is left: 422 `empty_area`. A result that is too large for one answer has `geometry` null and a `download_url`.',
  ].join('\n'),
  access: 'key',
  units: {
    describe: '1 per boundary, included or excluded; repeated ids count once',
    of: ({ include, exclude }) => new Set([...include, ...exclude].map(canonicalId)).size,
  },
  readOnly: true,
  long: true,
  idempotencyKey: true,
  input: z.strictObject({
    include: z.array(boundaryId).min(1).max(MOST_IDS).describe('Ids of the boundaries to merge.'),
    exclude: z.array(boundaryId).max(MOST_IDS).default([]).describe('Ids of the boundaries to cut out.'),
    detail: detail.default('medium'),
  }),
  output: z.strictObject({
    type: z.literal('Feature'),
    bbox,
    geometry: polygons.nullable().describe('Null when it is too large for one answer.'),
    download_url: z.string().optional().describe('Where the whole polygon is, when geometry is null.'),
    properties: z.strictObject({
      area_km2: z.number().describe('Area of the full geometry, whatever the detail.'),
      parts: z.int().describe('Polygons of the geometry.'),
      vertices: z.int().describe('Positions of the geometry, closing ones included.'),
      bbox,
      detail,
      precision: z.int(),
      include: z.array(boundaryRef).describe('What was merged, by id, without repeats.'),
      exclude: z.array(boundaryRef).describe('What was cut out, by id, without repeats.'),
      attribution,
    }),
  }),
  mediaType: MEDIA_TYPE,
  errors: ['quota_exceeded', 'idempotency_conflict', 'not_found', 'empty_area', 'too_large', 'overloaded'],
  examples: [
    { title: 'Two states', input: { include: ['iso:US-NV', 'iso:US-CA'], detail: 'low' } },
    {
      title: 'Italy without two of its regions',
      input: { include: ['iso:IT'], exclude: ['iso:IT-82', 'iso:IT-88'], detail: 'low' },
    },
  ],
  positional: ['include'],
  handler: async (context, input) => {
    const { catalog, features } = context.services
    context.progress(`Finding ${input.include.length + input.exclude.length} boundaries`)
    const found = await findBoundaries(catalog, [...input.include, ...input.exclude])
    const set = canonicalSet({
      include: found.slice(0, input.include.length),
      exclude: found.slice(input.include.length),
    })
    const key = `${await catalog.version()}|union ${setKey(set)}|${input.detail}|${context.languages}`
    return features.get(
      key,
      (signal) => answer(context, set, input.detail, signal),
      context.cacheHit,
      context.signal(),
    )
  },
})

const answer = async (
  context: OpContext,
  set: BoundarySet,
  detail: Detail,
  signal: AbortSignal,
): Promise<ReadyBody> => {
  const { catalog, renderer, files, filesUrl, maxInlineBytes } = context.services
  checkSize([...set.include, ...set.exclude])
  const ringsOf = (records: readonly BoundaryRecord[]): Promise<Uint8Array[]> =>
    Promise.all(records.map(async (record) => (await catalog.geometry(record)).rings))
  const refsOf = (records: readonly BoundaryRecord[]) =>
    records.map((record) => refBody(record, () => nameIn(record, context.languages)))
  const [include, exclude] = await Promise.all([ringsOf(set.include), ringsOf(set.exclude)])
  context.progress(uniting(set))
  const united = await unlessBusy(() =>
    renderer.unite(
      {
        include,
        exclude,
        detail,
        precision: DEFAULT_PRECISION[detail],
        properties: {
          include: refsOf(set.include),
          exclude: refsOf(set.exclude),
          attribution: attributionOf([...set.include, ...set.exclude]),
        },
      },
      signal,
    ),
  )
  if (united === null)
    throw problem('empty_area', { included: set.include.length, excluded: set.exclude.length })
  if (united.bytes.byteLength <= maxInlineBytes) return new ReadyBody(united.bytes, MEDIA_TYPE)
  const stem = `union-${detail}`
  const { key } = await storeFile(files, { ...united, format: 'geojson', stem, plainStem: stem })
  return new ReadyBody(featureBytes(united.head, null, `${filesUrl}/${key}`), MEDIA_TYPE)
}

const uniting = ({ include, exclude }: BoundarySet): string => {
  const cutting = exclude.length === 0 ? '' : `, and cutting out ${exclude.length}`
  return `Uniting ${include.length} ${include.length === 1 ? 'boundary' : 'boundaries'}${cutting}`
}

const checkSize = (records: readonly BoundaryRecord[]): void => {
  const points = records.reduce((sum, { vertices }) => sum + vertices, 0)
  if (points > MOST_POINTS) throw problem('too_large', { what: 'boundaries', points, maxPoints: MOST_POINTS })
}
