import { z } from 'zod'
import { attributionOf } from '../../domain/boundary/attribution.ts'
import { childBody } from '../../domain/boundary/wire.ts'
import { defineOp } from '../../op/define.ts'
import { adminLevel, attribution, boundaryId, childRef } from '../../op/schema/schemas.ts'
import { findBoundary } from './find-boundary.ts'

export const listChildren = defineOp({
  name: 'list_children',
  group: 'boundaries',
  route: { method: 'GET', path: '/v1/boundaries/{+id}/children' },
  summary: 'List the direct subdivisions of a boundary.',
  description: [
    'The subdivisions of the next administrative level below the boundary that has any, by name; `admin_level` asks for another.',
    'Which level that is differs by country: the answer names it. A boundary without subdivisions has an empty list and `admin_level` null.',
    '',
    'A level that covers less than half of the boundary does not divide it: units of deeper levels outside of it complete the list, as the districts of mainland Portugal',
    'do beside the Azores and Madeira. Each child names its own level. Levels without a government of their own are passed over. Territories with a country code',
    'of their own are left out where there are other units. `notes` says what was put together, passed over or left out, and, where the list comes from the bundled atlas, whether it is outdated or lacks units.',
  ].join('\n'),
  access: 'public',
  units: 0,
  readOnly: true,
  cacheSeconds: 300,
  input: z.strictObject({
    id: boundaryId,
    admin_level: adminLevel
      .min(3)
      .optional()
      .describe('Level of the subdivisions. Default: the next one below the boundary that exists.'),
  }),
  output: z.strictObject({
    children: z.array(childRef),
    admin_level: z
      .int()
      .nullable()
      .describe(
        'Level of the children, where there are several the one with most of their land; null when there are none.',
      ),
    notes: z
      .array(z.string())
      .describe(
        'What the reader should know of the list, one English sentence each: levels, gaps, reforms that it does not show.',
      ),
    attribution,
  }),
  errors: ['not_found'],
  examples: [
    { title: 'The states of Germany', input: { id: 'iso:DE' } },
    { title: 'The counties of California', input: { id: 'iso:US-CA' } },
    { title: 'What the atlas knows of Kenya, and that it is outdated', input: { id: 'iso:KE' } },
  ],
  positional: ['id'],
  handler: async ({ services: { catalog }, languages }, input) => {
    const { record } = await findBoundary(catalog, input.id)
    const { adminLevel: level, children, notes } = await catalog.children(record, input.admin_level ?? null)
    return {
      children: children.map((child) => childBody(child, languages)),
      admin_level: level,
      notes: [...notes],
      attribution: attributionOf([record, ...children]),
    }
  },
})
