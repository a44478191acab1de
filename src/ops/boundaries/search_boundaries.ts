import { z } from 'zod'
import { attributionOf, populationCredits } from '../../domain/boundary/attribution.ts'
import { candidateBody } from '../../domain/boundary/wire.ts'
import { parentNames } from '../../domain/catalog/parent-names.ts'
import { defineOp } from '../../op/define.ts'
import { adminLevel, attribution, candidate, countryCodes, kind, near } from '../../op/schemas.ts'

export const searchBoundaries = defineOp({
  name: 'search_boundaries',
  group: 'boundaries',
  route: { method: 'GET', path: '/v1/boundaries/search' },
  summary: 'Find boundaries by name, in any language.',
  description: [
    'Takes a name in any language and script, upper or lower case, with or without accents; the names of parents may follow',
    '("Paris, Texas"). Typing errors are forgiven when nothing matches as written. Best match first: exact names go before',
    'beginnings, beginnings before single words, and among equals the larger place goes first; `near` prefers what is close.',
    '',
    'The answer has no polygons: take an `id` from it to get_boundary. To find what contains a point, use reverse_boundaries.',
  ].join('\n'),
  access: 'public',
  units: 0,
  readOnly: true,
  cacheSeconds: 60,
  input: z.strictObject({
    q: z.string().min(1).max(200).describe('Name of a place, in any language.'),
    country: countryCodes.optional(),
    kind: kind.optional().describe('Only boundaries of this kind.'),
    admin_level: adminLevel
      .min(1)
      .optional()
      .describe('Only boundaries of this administrative level of OpenStreetMap.'),
    near: near.optional(),
    limit: z.int().min(1).max(40).default(10).describe('Candidates at most.'),
  }),
  output: z.strictObject({ candidates: z.array(candidate), attribution }),
  errors: [],
  examples: [
    { title: 'A country by its German name', input: { q: 'Luxemburg', limit: 3 } },
    { title: 'A place named with its parent', input: { q: 'Paris, Texas' } },
    {
      title: 'A county near a point',
      input: { q: 'Orange County', country: 'us', near: '33.7,-117.8', limit: 2 },
    },
  ],
  positional: ['q'],
  handler: async ({ services: { catalog }, languages }, input) => {
    const found = await catalog.search({
      text: input.q,
      countries: input.country ?? [],
      kind: input.kind ?? null,
      adminLevel: input.admin_level ?? null,
      near: input.near ?? null,
      limit: input.limit,
    })
    const records = found.map(({ record }) => record)
    const reading = { languages, nameOfParent: await parentNames(catalog, records, languages) }
    return {
      candidates: found.map(({ record, matchedName }) => candidateBody(record, reading, matchedName)),
      attribution: attributionOf(records, populationCredits(records)),
    }
  },
})
