import { z } from 'zod'
import { attributionOf, populationCredits } from '../../domain/boundary/attribution.ts'
import { candidateBody } from '../../domain/boundary/boundary-json.ts'
import type { Kind } from '../../domain/boundary/kind.ts'
import { GRADE_NAMES } from '../../domain/catalog/match-quality.ts'
import { parentNames } from '../../domain/catalog/parent-names.ts'
import { CRITERION_NAMES, type FoundByName } from '../../domain/catalog/ranking.ts'
import { STANDINGS } from '../../domain/catalog/standing.ts'
import type { Position } from '../../domain/geometry/rings.ts'
import type { OpContext } from '../../op/context.ts'
import { defineOp } from '../../op/define.ts'
import { placeWithin } from '../../op/response/agent-sentences.ts'
import {
  adminLevel,
  attribution,
  candidate,
  countryCodes,
  kind,
  near,
} from '../../op/schema/shared-schemas.ts'
import { counted } from '../../util/count-with-noun.ts'

interface Input {
  readonly q: string
  readonly country?: readonly string[] | undefined
  readonly kind?: Kind | undefined
  readonly admin_level?: number | undefined
  readonly near?: Position | undefined
  readonly limit: number
  readonly live: boolean
  readonly explain: boolean
}

const answer = async ({ services: { catalog }, languages, caller }: OpContext, input: Input) => {
  const question = {
    text: input.q,
    countries: input.country ?? [],
    kind: input.kind ?? null,
    adminLevel: input.admin_level ?? null,
    near: input.near ?? null,
    isLive: input.live,
  }
  const found = await catalog.search({
    ...question,
    limit: input.limit,
    languages,
    isExplained: input.explain,
  })
  const records = found.map(({ record }) => record)
  const reading = { languages, nameOfParent: await parentNames(catalog, records, languages) }
  return {
    candidates: found.map((each) => ({
      ...candidateBody(each.record, reading, each),
      ...(input.explain ? { placing: placingBody(each, input.near !== undefined) } : {}),
    })),
    hint: await catalog.hint(
      { ...question, reader: caller.kind === 'operator' ? 'operator' : 'caller' },
      found,
    ),
    attribution: attributionOf(records, populationCredits(records)),
  }
}

const placingBody = ({ placing }: FoundByName, isNear: boolean) =>
  placing === undefined
    ? null
    : {
        decided_by: placing.decidedBy,
        grade: placing.grade,
        edits: placing.edits,
        standing: placing.standing,
        contains_point: isNear ? placing.containsPoint : null,
        distance_steps: isNear ? placing.distanceSteps : null,
        prominence: placing.prominence,
        in_language: placing.isInLanguage,
        distance_km: isNear ? Math.round(placing.distanceKm * 100) / 100 : null,
      }

const placing = z
  .strictObject({
    decided_by: z
      .enum(CRITERION_NAMES)
      .nullable()
      .describe('The first criterion by which it differs from the candidate before it; null for the first.'),
    grade: z.enum(GRADE_NAMES).describe('How the name matches: `match` in more steps.'),
    edits: z.int().describe('Number of letters that differ from the query.'),
    standing: z
      .enum(STANDINGS)
      .describe(
        'Who confirms it: the atlas or an import of the whole country, another import, or nobody, for a fetched object.',
      ),
    contains_point: z.boolean().nullable().describe('Whether it contains `near`; null without `near`.'),
    distance_steps: z
      .int()
      .nullable()
      .describe(
        'Number of times that the distance from `near` doubles beyond 20 km, for whole names; null without `near`.',
      ),
    prominence: z
      .int()
      .describe(
        '100 times the base-10 logarithm of the population, plus a bonus for the level, minus the distance.',
      ),
    in_language: z.boolean().describe('Whether the matched name is in one of your languages.'),
    distance_km: z
      .number()
      .nullable()
      .describe('Distance from `near` to its bounding box; null without `near`.'),
  })
  .nullable()

export const searchBoundaries = defineOp({
  name: 'search_boundaries',
  group: 'boundaries',
  route: { method: 'GET', path: '/v1/boundaries/search' },
  summary: 'Find boundaries by name, in any language.',
  description: [
    'Accepts a name in any language and script, in any case, with or without accents, articles and the word of the level ("State of',
    'Texas", "Kanton Zürich"). Parents may follow ("Orange County, California"). Also accepts codes and ids: ISO 3166 (`US`, `USA`,',
    '`840`, `US-TX`), FIPS, Wikidata, a relation, an openstreetmap.org address, a flag.',
    '',
    'Candidates are sorted by `match` (`exact`, `prefix`, `words`). Among equal matches, with `near`, those that contain the point come',
    'first and the closer ones next; otherwise the larger ones do. Inside Orange County, "Orange" is an exact match for it. `fuzzy`',
    'candidates are guesses, returned only when nothing else matches. `explain` shows what decided the rank of each candidate.',
    '',
    'If the name may mean a town that is not among the candidates, `hint` says where it is and names its boundary or the smallest one',
    'around it. `hint` also recognizes groups, which create_area can draw, says what the filters exclude, and explains codes that no',
    'boundary has; such a code matches no other place.',
    '',
    'The answer contains no polygons: pass an `id` to get_boundary. To find the boundaries around a point, use reverse_boundaries.',
  ].join('\n'),
  access: 'public',
  units: 0,
  readOnly: true,
  cacheSeconds: 60,
  input: z.strictObject({
    q: z.string().min(1).max(200).describe('Name of a place in any language, a code or an id.'),
    country: countryCodes.optional(),
    kind: kind.optional().describe('Return only boundaries of this kind.'),
    admin_level: adminLevel
      .min(1)
      .optional()
      .describe('Return only boundaries of this OpenStreetMap administrative level.'),
    near: near.optional(),
    limit: z.int().min(1).max(40).default(10).describe('Maximum number of candidates.'),
    live: z
      .boolean()
      .default(false)
      .describe(
        'Also search OpenStreetMap itself and fetch what it finds, which takes seconds; not for search as you type. Has no effect if the service fetches nothing.',
      ),
    explain: z.boolean().default(false).describe('Add `placing` to each candidate: what decided its rank.'),
  }),
  output: z.strictObject({
    candidates: z.array(
      candidate.extend({
        placing: placing
          .optional()
          .describe('Only with `explain`. Null for candidates that only the live map found; they come last.'),
      }),
    ),
    hint: z
      .string()
      .nullable()
      .describe(
        'What else the name or code may mean, or why no boundary has it, and what to do; null when there is nothing to add.',
      ),
    attribution,
  }),
  errors: ['source_unavailable', 'source_timeout'],
  examples: [
    { title: 'A country by its German name', input: { q: 'Luxemburg', limit: 3 } },
    { title: 'A county named with its state', input: { q: 'Orange County, California' } },
    {
      title: 'A county near a point',
      input: { q: 'Orange County', country: 'us', near: '28.5,-81.4', limit: 2 },
    },
  ],
  agent: {
    hint: 'Start here to turn a place name into an id. Add the country or state to the name, or use `country`, if several places share it. Next: get_boundary for the polygon or area, list_children for subdivisions. For coordinates use reverse_boundaries; for a region made of several places use create_area.',
    summarize: ({ candidates, hint }) =>
      candidates.length === 0
        ? `No boundary found. ${hint ?? 'Try another spelling, or the name of the place that contains it.'}`
        : [
            `${counted(candidates.length, 'boundary', 'boundaries')}: ${candidates.map(placeWithin).join('; ')}.`,
            ...(hint === null ? [] : [hint]),
          ].join('\n'),
  },
  positional: ['q'],
  cacheKey: (input) => JSON.stringify(input),
  handler: answer,
})
