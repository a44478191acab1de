import { z } from 'zod'
import { attributionOf } from '../../domain/boundary/attribution.ts'
import { childBody } from '../../domain/boundary/boundary-json.ts'
import { defineOp } from '../../op/define.ts'
import { nextCursor, pageCursor, pageLimit, pageOf } from '../../op/list-page.ts'
import { nextPage, place } from '../../op/response/agent-sentences.ts'
import { adminLevel, attribution, boundaryId, childRef } from '../../op/schema/shared-schemas.ts'
import { counted } from '../../util/count-with-noun.ts'
import { findBoundary } from './find-boundary.ts'

const MAX_LIMIT = 1_000

export const listChildren = defineOp({
  name: 'list_children',
  group: 'boundaries',
  route: { method: 'GET', path: '/v1/boundaries/{+id}/children' },
  summary: 'List the direct subdivisions of a boundary.',
  description: [
    'Lists the subdivisions of the next lower administrative level that has any, sorted by name; `admin_level` selects another level.',
    'The levels differ by country, so the answer names the level. A boundary without subdivisions has an empty list and `admin_level` null.',
    '',
    'If a level covers less than half of the boundary, units of lower levels complete the list: the districts of mainland Portugal are listed beside the Azores and',
    'Madeira. Each child has its own `admin_level`. Levels without a government of their own are skipped. Territories with a country code of their own are left out',
    'when there are other units. `notes` says what was combined, skipped or left out, and whether a list from the bundled atlas is outdated or incomplete.',
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
      .describe('Level of the subdivisions. Default: the next lower level that has any.'),
    limit: pageLimit(MAX_LIMIT).describe('Maximum number of subdivisions. Default: all.'),
    cursor: pageCursor,
  }),
  output: z.strictObject({
    children: z.array(childRef),
    admin_level: z
      .int()
      .nullable()
      .describe(
        'Level of the children; if they have several, the one with the most land. Null when there are none.',
      ),
    notes: z
      .array(z.string())
      .describe(
        'Hints about the list, one English sentence each: levels, gaps, reforms that it does not show.',
      ),
    next_cursor: nextCursor,
    attribution,
  }),
  errors: ['not_found', 'source_unavailable', 'source_timeout'],
  examples: [
    { title: 'The states of Germany', input: { id: 'iso:DE' } },
    { title: 'The counties of California', input: { id: 'iso:US-CA' } },
    { title: 'The counties of Kenya, with a note about the atlas', input: { id: 'iso:KE' } },
  ],
  agent: {
    hint: 'For "the states, counties or districts of". Pages: pass `next_cursor` as `cursor` for the next. Follow with get_boundary, or with union_boundaries to merge several.',
    defaults: { limit: 40 },
    summarize: ({ children, admin_level, notes, next_cursor }) =>
      children.length === 0
        ? 'It has no subdivisions.'
        : `${counted(children.length, 'subdivision')} at level ${admin_level}: ${children.map(place).join('; ')}.${nextPage(next_cursor)}${notes.map((note) => ` ${note}`).join('')}`,
  },
  positional: ['id'],
  handler: async ({ services: { catalog }, languages }, input) => {
    const { record } = await findBoundary(catalog, input.id)
    const { adminLevel: level, children, notes } = await catalog.children(record, input.admin_level ?? null)
    const page = pageOf(children, ({ id }) => id, input)
    return {
      children: page.items.map((child) => childBody(child, languages)),
      admin_level: level,
      notes: [...notes],
      next_cursor: page.nextCursor,
      attribution: attributionOf([record, ...children]),
    }
  },
})
