import { z } from 'zod'
import { attributionOf, populationCredits } from '../../domain/boundary/attribution.ts'
import { candidateBody, claimsBody } from '../../domain/boundary/boundary-json.ts'
import { parentNames } from '../../domain/catalog/parent-names.ts'
import { defineOp } from '../../op/define.ts'
import { place } from '../../op/response/agent-sentences.ts'
import {
  attribution,
  candidate,
  condominiums,
  disputed,
  latitude,
  longitude,
  position,
} from '../../op/schema/shared-schemas.ts'

export const reverseBoundaries = defineOp({
  name: 'reverse_boundaries',
  group: 'boundaries',
  route: { method: 'GET', path: '/v1/boundaries/reverse' },
  summary: 'List every boundary that contains a point.',
  description: [
    'Sorted from the country down to the smallest district, then postcode areas. A point on a border is in both neighbours.',
    'Each boundary has an `id` for get_boundary. Parents of a boundary that contains the point are listed with it, even where their own',
    'polygons end at the coast. The list is empty for a point on the high seas.',
    '',
    'On disputed land, it lists every claimant whose boundary includes the point, the administering one first; `disputed` names the dispute. Land that countries hold together is in `condominiums`.',
    'If no country contains the point, or no unit directly below the country does, `nearby` lists boundaries within 3 km: the point may be on a pier or in a gap between data sets.',
  ].join('\n'),
  access: 'demonstration',
  units: 1,
  readOnly: true,
  cacheSeconds: 60,
  input: z.strictObject({ lat: latitude, lon: longitude }),
  output: z.strictObject({
    boundaries: z.array(candidate).describe('Boundaries that contain the point.'),
    nearby: z
      .array(
        candidate.extend({
          distance_km: z.number().describe('Distance from the point to the border, rounded to 10 m.'),
        }),
      )
      .describe(
        'Boundaries that do not contain the point: the nearest of each level that `boundaries` lacks.',
      ),
    disputed: disputed.describe('Disputed areas that contain the point; empty when there are none.'),
    condominiums: condominiums.describe(
      'Areas that contain the point and that countries hold together by agreement; empty when there are none.',
    ),
    point: position.describe('The requested point, [lon, lat].'),
    attribution,
  }),
  errors: ['source_unavailable', 'source_timeout'],
  examples: [{ title: 'Where Denver is', input: { lat: 39.7392, lon: -104.9903 } }],
  agent: {
    hint: 'For "where is this point" and "which district or county holds it". The last boundary that is not a postcode area is the smallest. Next: get_boundary with its id for the area. Do not guess coordinates of a named place: use search_boundaries.',
    summarize: ({ boundaries, nearby, disputed, condominiums }) =>
      [
        boundaries.length === 0
          ? 'No boundary contains the point.'
          : `The point is in, largest first: ${boundaries.map(place).join('; ')}.`,
        nearby.length === 0
          ? ''
          : ` Near it: ${nearby.map((each) => `${place(each)}, ${each.distance_km} km away`).join('; ')}.`,
        disputed.length === 0
          ? ''
          : ` Disputed: ${disputed.map(({ area, claimants }) => `${area}, claimed by ${claimants.join(' and ')}`).join('; ')}.`,
        condominiums.length === 0
          ? ''
          : ` Shared, not disputed: ${condominiums.map(({ area, countries }) => `${area}, held by ${countries.join(' and ')} together`).join('; ')}.`,
      ].join(''),
  },
  positional: ['lat', 'lon'],
  handler: async ({ services: { catalog, disputes }, languages }, { lat, lon }) => {
    const containing = await catalog.reverse([lon, lat])
    const nearby = await catalog.nearby([lon, lat], containing)
    const records = [...containing, ...nearby.map(({ record }) => record)]
    const reading = { languages, nameOfParent: await parentNames(catalog, records, languages) }
    return {
      boundaries: containing.map((record) => candidateBody(record, reading, null)),
      nearby: nearby.map(({ record, distanceKm }) => ({
        ...candidateBody(record, reading, null),
        distance_km: Math.round(distanceKm * 100) / 100,
      })),
      ...claimsBody(await disputes.at([lon, lat])),
      point: [lon, lat] as const,
      attribution: attributionOf(records, populationCredits(records)),
    }
  },
})
