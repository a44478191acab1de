import { z } from 'zod'
import { attributionOf } from '../../domain/boundary/attribution.ts'
import { candidateBody } from '../../domain/boundary/wire.ts'
import { parentNames } from '../../domain/catalog/parent-names.ts'
import { defineOp } from '../../op/define.ts'
import { attribution, candidate, latitude, longitude, position } from '../../op/schemas.ts'

export const reverseBoundaries = defineOp({
  name: 'reverse_boundaries',
  group: 'boundaries',
  route: { method: 'GET', path: '/v1/boundaries/reverse' },
  summary: 'List every boundary that contains a point.',
  description: [
    'From the country down to the smallest district, then postcode areas; a point on a border is in both neighbours.',
    'Each comes with an `id` for get_boundary. Nothing contains a point on the high sea: the list is then empty.',
  ].join('\n'),
  access: 'key',
  units: 1,
  readOnly: true,
  cacheSeconds: 60,
  input: z.strictObject({ lat: latitude, lon: longitude }),
  output: z.strictObject({
    boundaries: z.array(candidate),
    point: position.describe('[lon, lat] that was asked for.'),
    attribution,
  }),
  errors: ['quota_exceeded'],
  examples: [{ title: 'Where Denver is', input: { lat: 39.7392, lon: -104.9903 } }],
  positional: ['lat', 'lon'],
  handler: async ({ services: { catalog }, languages }, { lat, lon }) => {
    const records = await catalog.reverse([lon, lat])
    const reading = { languages, nameOfParent: await parentNames(catalog, records, languages) }
    return {
      boundaries: records.map((record) => candidateBody(record, reading, null)),
      point: [lon, lat] as const,
      attribution: attributionOf(records),
    }
  },
})
