import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { AreaAnswer } from '../../domain/area/areas.ts'
import type { DrawnArea } from '../../domain/area/draw-area.ts'
import type { Unmapped } from '../../domain/area/plan.ts'
import { sharedProperties } from '../../domain/area/shared-properties.ts'
import { DEFAULT_PRECISION } from '../../domain/boundary/detail-level.ts'
import { candidateBody } from '../../domain/boundary/wire.ts'
import { parentNames } from '../../domain/catalog/parent-names.ts'
import { featureBytes, withProperties } from '../../domain/formats/feature-json.ts'
import type { OpContext } from '../../op/context.ts'
import { defineOp } from '../../op/define.ts'
import { problem } from '../../op/problem/problem.ts'
import type { UnmappedPhrase } from '../../op/problem/problem-details.ts'
import { EncodedBody } from '../../op/response/encoded-body.ts'
import {
  attribution,
  bbox,
  boundaryRef,
  detail,
  disputed,
  latitude,
  longitude,
  polygons,
  precision,
} from '../../op/schema/schemas.ts'

const MEDIA_TYPE = 'application/geo+json'

const FILE_URL =
  'Where the whole polygon is, when geometry is null. The file holds no words of the description, and not who wrote it.'
const FILE_EXPIRY = 'Until when the file is there, when geometry is null.'

const seed = z
  .strictObject({ lat: latitude, lon: longitude })
  .describe('A point that must be inside the area. It also tells places of one name apart.')

const part = boundaryRef.extend({
  role: z.enum(['include', 'exclude']),
  text: z.string().describe('The words of the description that it comes from.'),
  name: z
    .string()
    .describe('As the description writes it, else in the language asked for, else the local name.'),
  local_name: z.string().describe('The name in the local language.'),
  source: z.string().describe('A page that shows the boundary at its source.'),
  reason: z.string().describe('Why these words mean this boundary.'),
})

export const createArea = defineOp({
  name: 'create_area',
  group: 'areas',
  route: { method: 'POST', path: '/v1/areas' },
  summary: 'Turn a description in plain words into one polygon of land.',
  description: [
    'Reads a description, or the wording of a contract, and answers with the land that it says: the union of what it includes without what it excludes,',
    'as one valid GeoJSON polygon, with every boundary that it is made of, its source and the words that it comes from. `summary` says the same in one sentence.',
    '`detail` and `precision` simplify the polygon after it was drawn and clipped to land; `area_km2` and `bbox` are of the full polygon.',
    '',
    'Lists, exceptions and exceptions of exceptions are understood in several languages, groups of countries and states by their names (`New England`, `Benelux`),',
    'and every name in any language that search_boundaries knows. A description is mapped whole or not at all: where a part of it is no boundary',
    '("downtown", "within 50 miles of"), unknown, or one of several that nothing tells apart, the answer is 422 `unmappable_area`, which names each such part and why.',
    '',
    'For a single named place, search_boundaries and get_boundary are quicker and cheaper.',
  ].join('\n'),
  access: 'key',
  units: 50,
  readOnly: true,
  long: true,
  idempotencyKey: true,
  input: z.strictObject({
    text: z.string().min(1).max(3_000).describe('Description of the area, in any language.'),
    country: z
      .string()
      .regex(/^[a-z]{2}$/i, 'country must be one ISO 3166-1 code of two letters, "DE".')
      .transform((code) => code.toUpperCase())
      .optional()
      .describe('ISO 3166-1 alpha-2 code of the country that the description speaks of, if known.'),
    source: z.string().max(200).optional().describe('Who wrote the description. Comes back in the answer.'),
    seed: seed.optional(),
    detail: detail.default('full'),
    precision: precision.optional(),
  }),
  output: z.strictObject({
    type: z.literal('Feature'),
    bbox,
    geometry: polygons.nullable().describe('Null when it is too large for one answer.'),
    download_url: z.string().optional().describe(FILE_URL),
    download_expires_at: z.string().optional().describe(FILE_EXPIRY),
    properties: z.strictObject({
      summary: z
        .string()
        .describe('What the area is made of, and its size: one English sentence of at most 600 characters.'),
      text: z.string(),
      country: z.string().nullable(),
      source: z.string().nullable().describe('Who wrote the description.'),
      seed: seed.nullable(),
      area_km2: z.number().describe('Area of the full polygon, whatever the detail.'),
      bbox,
      detail,
      precision: z.int(),
      vertices: z.int().describe('Positions of the geometry, closing ones included.'),
      parts: z.array(part).describe('What the area is made of, in the order of the description.'),
      disputed: disputed.describe(
        'Disputed land that lies in the area, whole or in part; a note says the same in words.',
      ),
      notes: z.array(z.string()).describe('What the author should know, one sentence each.'),
      planner: z.string().describe('What read the description: `rules`, or `llm` for a model.'),
      land_only: z
        .boolean()
        .describe(
          'False where the land mask has no land at all: then the area is as its boundaries have it, and a note says so.',
        ),
      attribution,
    }),
  }),
  mediaType: MEDIA_TYPE,
  errors: [
    'quota_exceeded',
    'idempotency_conflict',
    'too_many_files',
    'too_large',
    'unmappable_area',
    'empty_area',
    'source_unavailable',
    'overloaded',
    'source_timeout',
  ],
  examples: [
    { title: 'Countries, one left out', input: { text: 'Benelux without Luxembourg' } },
    {
      title: 'The wording of a contract',
      input: {
        text: 'The Territory means the State of Oregon, other than Lane County and Linn County.',
        country: 'US',
        source: 'Distribution agreement, schedule 2',
      },
    },
    {
      title: 'One of several places of a name, told apart by a point',
      input: { text: 'Washington County', seed: { lat: 45.52, lon: -122.99 } },
    },
    {
      title: 'A small polygon for a map',
      input: { text: 'Benelux', detail: 'low', precision: 3 },
    },
  ],
  positional: ['text'],
  handler: async (context, { text, country = null, source = null, seed, ...input }) => {
    const { areas, maxInlineBytes } = context.services
    const question = {
      text,
      country,
      source,
      seed: seed === undefined ? null : ([seed.lon, seed.lat] as const),
      languages: context.languages,
      detail: input.detail,
      precision: input.precision ?? DEFAULT_PRECISION[input.detail],
    }
    const answer = await areas.create(question, { signal: context.signal(), onStep: context.progress })
    if (answer.kind !== 'drawn') throw await refusal(context, answer)
    if (answer.bytes.byteLength <= maxInlineBytes) return new EncodedBody(answer.bytes, MEDIA_TYPE)
    return answerByFile(context, answer)
  },
})

const answerByFile = async (
  { caller, services: { expiringFiles } }: OpContext,
  { head, bytes }: DrawnArea,
): Promise<EncodedBody> => {
  const shared = withProperties(bytes, head, sharedProperties(head.properties))
  const file = {
    bytes: shared,
    sha256: sha256(shared),
    format: 'geojson',
    stem: 'area',
    plainStem: 'area',
  } as const
  return new EncodedBody(featureBytes(head, null, await expiringFiles.store(caller, file)), MEDIA_TYPE)
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const refusal = async (context: OpContext, answer: Exclude<AreaAnswer, { kind: 'drawn' }>) => {
  switch (answer.kind) {
    case 'unmappable':
      return problem('unmappable_area', {
        ...answer,
        unmapped: await phrases(context, answer.unmapped),
      })
    case 'empty':
      return problem('empty_area', answer)
    case 'too_large':
      return problem('too_large', { what: 'boundaries', ...answer })
  }
}

const phrases = async (
  { services: { catalog }, languages }: OpContext,
  unmapped: readonly Unmapped[],
): Promise<readonly UnmappedPhrase[]> => {
  const records = unmapped.flatMap(({ candidates }) => candidates)
  const reading = { languages, nameOfParent: await parentNames(catalog, records, languages) }
  return unmapped.map(({ text, reason, candidates }) => ({
    text,
    reason,
    candidates: candidates.map((each) => candidateBody(each, reading, null)),
  }))
}
