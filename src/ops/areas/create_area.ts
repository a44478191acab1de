import { z } from 'zod'
import type { AreaAnswer } from '../../domain/area/areas.ts'
import type { DrawnArea } from '../../domain/area/draw-area.ts'
import type { Unmapped } from '../../domain/area/plan.ts'
import { sharedProperties } from '../../domain/area/shared-properties.ts'
import { candidateBody } from '../../domain/boundary/boundary-json.ts'
import { DEFAULT_PRECISION } from '../../domain/boundary/detail-levels.ts'
import { parentNames } from '../../domain/catalog/parent-names.ts'
import type { RenderedFile } from '../../domain/files/file-with-hash.ts'
import { featureBytes, withProperties } from '../../domain/formats/feature-json.ts'
import type { Format } from '../../domain/formats/index.ts'
import type { OpContext } from '../../op/context.ts'
import { defineOp } from '../../op/define.ts'
import { DRAWN_DESCRIPTIONS_PER_HOUR } from '../../op/demonstration-limits.ts'
import { problem } from '../../op/problem/problem.ts'
import type { UnmappedPhrase } from '../../op/problem/problem-facts.ts'
import { polygon } from '../../op/response/agent-sentences.ts'
import { EncodedBody } from '../../op/response/encoded-body.ts'
import {
  attribution,
  bbox,
  boundaryRef,
  condominiums,
  detail,
  disputed,
  FILE_FORMAT,
  format,
  latitude,
  longitude,
  polygons,
  precision,
} from '../../op/schema/shared-schemas.ts'
import { sha256 } from '../../util/sha256.ts'

const MEDIA_TYPE = 'application/geo+json'
const UNITS = 50

const FILE_URL =
  'Address of the file with the polygon, when geometry is null. The file contains neither the description nor its source.'
const FILE_EXPIRY = 'When the file expires, when geometry is null.'

const seed = z
  .strictObject({ lat: latitude, lon: longitude })
  .describe('A point that must be inside. It also decides between places of the same name.')

const part = boundaryRef.extend({
  role: z.enum(['include', 'exclude']),
  text: z.string().describe('The words of the description that this part comes from.'),
  name: z
    .string()
    .describe('Name as written in the description, else in the requested language, else the local name.'),
  local_name: z.string().describe('The name in the local language.'),
  source: z.string().describe('Address of the boundary at its source.'),
  reason: z.string().describe('Why these words mean this boundary.'),
})

const explanation = z
  .array(
    z.strictObject({
      reading: z
        .enum(['forms', 'lists', 'lead_in'])
        .describe(
          'By the forms of sentences, as plain lists, or with words of any kind before the first place.',
        ),
      outcome: z
        .enum(['chosen', 'agrees', 'refused'])
        .describe('`agrees`: it means the same land as the reading that was chosen.'),
      sentences: z.array(
        z.strictObject({
          text: z.string(),
          about: z.enum(['land', 'something_else']),
          form: z
            .string()
            .nullable()
            .describe('The form that reads the whole sentence, as `data/areas/forms` writes it.'),
          places: z
            .array(
              z.strictObject({
                slot: z.enum(['included', 'excluded', 'included_again', 'no_land']),
                text: z.string(),
              }),
            )
            .describe('What the form says of the places in it.'),
        }),
      ),
      phrases: z.array(
        z.strictObject({
          role: z.enum(['include', 'exclude']),
          text: z.string(),
          level: z.string().nullable().describe('The word for the level that the boundary must have.'),
          candidates: z
            .array(
              z.strictObject({
                id: z.string(),
                name: z.string(),
                kind: z.string(),
                country: z.string().nullable(),
                chosen: z.boolean(),
              }),
            )
            .describe('The boundaries that the phrase may mean, or the members of its group; at most 20.'),
          more_candidates: z.int(),
        }),
      ),
      given_up: z
        .array(z.strictObject({ text: z.string(), reason: z.string() }))
        .describe('Phrases that could be in or out, each with the rule that decides.'),
      refused: z.array(z.strictObject({ text: z.string(), reason: z.string() })),
    }),
  )
  .describe('Each way to read the description, with `explain`; none when a model read it.')

const input = z.strictObject({
  text: z.string().min(1).max(3_000).describe('Description of the area, in any language.'),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'country must be one ISO 3166-1 code of two letters, "DE".')
    .transform((code) => code.toUpperCase())
    .optional()
    .describe('ISO 3166-1 alpha-2 code of its country, if known.'),
  source: z.string().max(200).optional().describe('Where the description comes from.'),
  seed: seed.optional(),
  explain: z.boolean().default(false).describe('Tell how it was read.'),
  detail: detail.default('full'),
  precision: precision.optional(),
  format: format.default('geojson').describe(`${FILE_FORMAT} ${format.description}`),
})
type Input = z.output<typeof input>

export const createArea = defineOp({
  name: 'create_area',
  group: 'areas',
  route: { method: 'POST', path: '/v1/areas' },
  summary: 'Turn a description in plain words into one polygon of land.',
  description: [
    'Reads a description, such as a clause of a contract, and returns the land that it describes as one valid GeoJSON polygon: everything included, minus everything',
    'excluded. `parts` lists each boundary with its source and the words it comes from; `summary` describes the area in one sentence.',
    'With a `format` other than geojson, `geometry` is null and `download_url` names the file, which expires.',
    '`detail` and `precision` simplify the finished polygon; `area_km2` and `bbox` are those of the full one.',
    '',
    'Understands lists, exceptions and exceptions to exceptions, groups of countries and states (`New England`, `Benelux`), and every name',
    'that search_boundaries finds. Either the whole description is mapped or none of it: if a part is not a boundary ("downtown", "within 50 miles of"), unknown,',
    'or ambiguous, the answer is 422 `unmappable_area`, which names each such part with the reason.',
    '',
    'For a single named place, search_boundaries and get_boundary are faster and cheaper.',
  ].join('\n'),
  access: 'demonstration',
  units: UNITS,
  demonstrationsPerHour: DRAWN_DESCRIPTIONS_PER_HOUR,
  readOnly: true,
  long: true,
  idempotencyKey: true,
  input,
  output: z.strictObject({
    type: z.literal('Feature'),
    bbox,
    geometry: polygons.nullable().describe('Null when the polygon is in a file.'),
    download_url: z.string().optional().describe(FILE_URL),
    download_expires_at: z.string().optional().describe(FILE_EXPIRY),
    properties: z.strictObject({
      summary: z
        .string()
        .describe('The parts and size of the area in one English sentence of at most 600 characters.'),
      text: z.string(),
      country: z.string().nullable(),
      source: z.string().nullable().describe('Where the description comes from.'),
      seed: seed.nullable(),
      area_km2: z
        .number()
        .describe(
          'Area of the full polygon, at every detail; of the largest groups at low detail, within 0.01 %.',
        ),
      bbox,
      detail,
      precision: z.int(),
      vertices: z.int().describe('Number of positions in the geometry, including closing positions.'),
      parts: z.array(part).describe('Boundaries that the area is made of, in the order of the description.'),
      disputed: disputed.describe('Disputed areas that overlap the area; `notes` also names them.'),
      condominiums: condominiums.describe(
        'Areas that overlap the area and that countries hold together by agreement; `notes` also names them.',
      ),
      notes: z.array(z.string()).describe('Notes for the author, one sentence each.'),
      planner: z.string().describe('What read the description: `rules`, or `llm` for a model.'),
      land_only: z
        .boolean()
        .describe(
          'False when the land mask has no land here, so that the area is not clipped to land; a note says so.',
        ),
      explanation: explanation.optional(),
      attribution,
    }),
  }),
  mediaType: MEDIA_TYPE,
  errors: [
    'too_many_files',
    'too_large',
    'unmappable_area',
    'empty_area',
    'source_unavailable',
    'source_timeout',
  ],
  examples: [
    { title: 'A group of countries without one of them', input: { text: 'Benelux without Luxembourg' } },
    {
      title: 'A clause of a contract',
      input: {
        text: 'The Territory means the State of Oregon, other than Lane County and Linn County.',
        country: 'US',
        source: 'Distribution agreement, schedule 2',
      },
    },
    {
      title: 'One of several places of the same name, chosen by a point',
      input: { text: 'Washington County', seed: { lat: 45.52, lon: -122.99 } },
    },
    {
      title: 'A small polygon for a map',
      input: { text: 'Benelux', detail: 'low', precision: 3 },
    },
  ],
  agent: {
    hint: 'For a region that words describe: "Benelux without Luxembourg", a clause of a contract. Pass the words unchanged. If it answers `unmappable_area`, ask the user about the named parts. It takes seconds to minutes and costs 50 units. Next: show_map with its download_url.',
    defaults: { detail: 'low' },
    summarize: ({ properties, ...feature }) =>
      [properties.summary, ...properties.notes, polygon({ ...feature, properties })].join(' '),
  },
  positional: ['text'],
  plan: (input) => ({
    access: input.detail === 'low' ? 'demonstration' : 'key',
    price: UNITS,
    // Files of an area that was drawn are no further drawings.
    demonstrationKey: sha256(JSON.stringify({ ...input, format: null })),
    run: (context) => create(context, input),
  }),
})

const create = async (
  context: OpContext,
  { text, country, source, seed, detail, precision, format, explain }: Input,
): Promise<EncodedBody> => {
  const question = {
    text,
    country: country ?? null,
    source: source ?? null,
    seed: seed === undefined ? null : ([seed.lon, seed.lat] as const),
    languages: context.languages,
    detail,
    precision: precision ?? DEFAULT_PRECISION[detail],
    format,
    explain,
  }
  const { owner, progress: onStep, services } = context
  const answer = await services.areas.create(question, { owner, signal: context.signal(), onStep })
  if (answer.kind !== 'drawn') throw await areaProblem(context, answer)
  if (answer.file === null && answer.bytes.byteLength <= context.maxInlineBytes)
    return new EncodedBody(answer.bytes, MEDIA_TYPE)
  return answerByFile(context, answer, format)
}

const answerByFile = async (
  { caller, services: { expiringFiles } }: OpContext,
  area: DrawnArea,
  format: Format,
): Promise<EncodedBody> => {
  const { head } = area
  const file = { ...(area.file ?? sharedFeature(area)), format, stem: 'area', plainStem: 'area' }
  return new EncodedBody(featureBytes(head, null, await expiringFiles.store(caller, file)), MEDIA_TYPE)
}

const sharedFeature = ({ head, bytes }: DrawnArea): RenderedFile => {
  const shared = withProperties(bytes, head, sharedProperties(head.properties))
  return { bytes: shared, sha256: sha256(shared) }
}

const areaProblem = async (context: OpContext, answer: Exclude<AreaAnswer, { kind: 'drawn' }>) => {
  switch (answer.kind) {
    case 'unmappable':
      return problem('unmappable_area', {
        ...answer,
        unmapped: await phraseBodies(context, answer.unmapped),
      })
    case 'empty':
      return problem('empty_area', answer)
    case 'too_large':
      return problem('too_large', { what: 'boundaries', ...answer })
  }
}

const phraseBodies = async (
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
