import { z } from 'zod'
import { attributionOf } from '../../domain/boundary/attribution.ts'
import { OUTSIDE } from '../../domain/geometry/contains.ts'
import { defineOp } from '../../op/define.ts'
import { MAX_DEMONSTRATED_POINTS } from '../../op/demonstration-limits.ts'
import { attribution, boundaryId } from '../../op/schema/shared-schemas.ts'
import { counted } from '../../util/count-with-noun.ts'
import { findBoundary } from './find-boundary.ts'
import { points } from './points-schema.ts'

const POINTS_PER_UNIT = 1_000
/** Enough for ten thousand points with all digits and generous indentation. */
const BODY_OF_POINTS_BYTES = 2 * 1024 * 1024

export const containsPoints = defineOp({
  name: 'contains_points',
  group: 'boundaries',
  route: { method: 'POST', path: '/v1/boundaries/{+id}/contains' },
  summary: 'Test which of up to 10,000 points lie in a boundary.',
  description: [
    'Points are [lon, lat] as in GeoJSON. A point on the border is inside. Points are always tested against the full polygon, never a simplified one.',
    'To find which boundaries contain a point, use reverse_boundaries.',
  ].join('\n'),
  access: 'demonstration',
  units: '1 unit per 1,000 points, rounded up',
  readOnly: true,
  idempotencyKey: true,
  bodyBytes: BODY_OF_POINTS_BYTES,
  input: z.strictObject({ id: boundaryId, points }),
  output: z.strictObject({
    id: z.string().describe('Canonical boundary id.'),
    inside: z.array(z.boolean()).describe('Whether each point is inside, in the order of the points.'),
    inside_count: z.int().describe('Number of points inside.'),
    total: z.int().describe('Number of points tested.'),
    attribution,
  }),
  errors: ['not_found', 'too_large', 'source_unavailable', 'source_timeout'],
  examples: [
    {
      title: 'Which of three cities are in California',
      input: {
        id: 'iso:US-CA',
        points: [
          [-122.4194, 37.7749],
          [-115.1398, 36.1699],
          [-118.2437, 34.0522],
        ],
      },
    },
  ],
  agent: {
    hint: 'To test many known points against one boundary, such as customers in a sales region. For one point and no boundary use reverse_boundaries.',
    summarize: ({ id, inside_count, total }) =>
      `${inside_count} of ${counted(total, 'point')} ${inside_count === 1 ? 'is' : 'are'} in ${id}.`,
  },
  positional: ['id'],
  plan: ({ id, points }) => ({
    access: points.length / 2 <= MAX_DEMONSTRATED_POINTS ? 'demonstration' : 'key',
    price: Math.ceil(points.length / 2 / POINTS_PER_UNIT),
    run: async ({ owner, services: { catalog, points: tester } }) => {
      const { record } = await findBoundary(catalog, id, 'full')
      const locations = await tester.locate(record, points, owner)
      const inside = Array.from(locations, (location) => location !== OUTSIDE)
      return {
        id: record.id,
        inside,
        inside_count: inside.reduce((count, isInside) => count + Number(isInside), 0),
        total: inside.length,
        attribution: attributionOf([record]),
      }
    },
  }),
})
