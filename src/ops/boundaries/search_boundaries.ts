import { z } from 'zod'
import { attributionOf, populationCredits } from '../../domain/boundary/attribution.ts'
import type { Kind } from '../../domain/boundary/kind.ts'
import { candidateBody } from '../../domain/boundary/wire.ts'
import { parentNames } from '../../domain/catalog/parent-names.ts'
import type { Position } from '../../domain/geometry/rings.ts'
import type { OpContext } from '../../op/context.ts'
import { defineOp } from '../../op/define.ts'
import { adminLevel, attribution, candidate, countryCodes, kind, near } from '../../op/schema/schemas.ts'

interface Input {
  readonly q: string
  readonly country?: readonly string[] | undefined
  readonly kind?: Kind | undefined
  readonly admin_level?: number | undefined
  readonly near?: Position | undefined
  readonly limit: number
  readonly live: boolean
}

const answer = async ({ services: { catalog }, languages }: OpContext, input: Input) => {
  const found = await catalog.search({
    text: input.q,
    countries: input.country ?? [],
    kind: input.kind ?? null,
    adminLevel: input.admin_level ?? null,
    near: input.near ?? null,
    limit: input.limit,
    languages,
    isLive: input.live,
  })
  const records = found.map(({ record }) => record)
  const reading = { languages, nameOfParent: await parentNames(catalog, records, languages) }
  return {
    candidates: found.map((each) => candidateBody(each.record, reading, each)),
    hint: await catalog.hint(input.q, found),
    attribution: attributionOf(records, populationCredits(records)),
  }
}

export const searchBoundaries = defineOp({
  name: 'search_boundaries',
  group: 'boundaries',
  route: { method: 'GET', path: '/v1/boundaries/search' },
  summary: 'Find boundaries by name, in any language.',
  description: [
    'Takes a name in any language and script, upper or lower case, with or without accents, articles and the word of the level',
    '("State of Texas", "Kanton Zürich"); parents may follow ("Orange County, California"). Or a code or id: ISO 3166 (`US`, `USA`,',
    '`840`, `US-TX`), FIPS, Wikidata, a relation, an openstreetmap.org address, a flag.',
    '',
    'Each candidate says how it matches: `exact` goes before `prefix`, that before `words`, and among equals the larger place goes',
    'first, or with `near` the closer one. `fuzzy` candidates are guesses, made only where nothing matches as it is written. Where',
    'nothing is called so, `hint` says what is known of the name and how to get what is missing.',
    '',
    'The answer has no polygons: take an `id` from it to get_boundary. To find what contains a point, use reverse_boundaries.',
  ].join('\n'),
  access: 'public',
  units: 0,
  readOnly: true,
  cacheSeconds: 60,
  input: z.strictObject({
    q: z.string().min(1).max(200).describe('Name of a place in any language, or a code or id.'),
    country: countryCodes.optional(),
    kind: kind.optional().describe('Only boundaries of this kind.'),
    admin_level: adminLevel
      .min(1)
      .optional()
      .describe('Only boundaries of this administrative level of OpenStreetMap.'),
    near: near.optional(),
    limit: z.int().min(1).max(40).default(10).describe('Candidates at most.'),
    live: z
      .boolean()
      .default(false)
      .describe(
        'Search OpenStreetMap itself, too, and fetch what it finds: takes seconds. Not for search as you type. Without effect where the service fetches nothing.',
      ),
  }),
  output: z.strictObject({
    candidates: z.array(candidate),
    hint: z
      .string()
      .nullable()
      .describe('Where nothing has the whole name: what is known of it, and what to do. Null otherwise.'),
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
  positional: ['q'],
  readyFor: (input) => JSON.stringify(input),
  handler: answer,
})
