import { z } from 'zod'
import { attributionOf, populationCredits } from '../../domain/boundary/attribution.ts'
import { parseBoundaryReference } from '../../domain/boundary/id.ts'
import { FORMATS } from '../../domain/formats/index.ts'
import { defineOp } from '../../op/define.ts'
import { attribution, boundaryId, detail, format } from '../../op/schema/shared-schemas.ts'
import { findBoundary } from './find-boundary.ts'

const UNITS = 1

const isReference = (text: string): boolean => !('problem' in parseBoundaryReference(text))

/**
 * The text after the last dot is a format, unless it is the end of an id, such as an address with a position on the map. An
 * unknown format after an id is reported as such.
 */
const endsInFormat = ({ id, format }: Readonly<Record<string, string>>): boolean =>
  (Object.hasOwn(FORMATS, format) && isReference(id)) || !isReference(`${id}.${format}`)

export const exportBoundary = defineOp({
  name: 'export_boundary',
  group: 'boundaries',
  route: { method: 'GET', path: '/v1/boundaries/{+id}.{format}', accepts: endsInFormat },
  summary: 'Export the polygon of a boundary as a file, for a GIS, a database or a map.',
  description: [
    'The file is created at the first request. Its address is public, needs no key, and always returns the same bytes.',
    'When the boundary changes, the new file gets a new address; the old address keeps the old file. Names are in the language of the request if known, else local.',
    '',
    'Every file contains attribution and licence, except wkt and wkb, which have no room for them: show the `attribution` of the answer.',
    '',
    'The REST route redirects to the file. `detail` limits the number of points in the whole polygon, as in get_boundary.',
  ].join('\n'),
  access: 'demonstration',
  units: UNITS,
  readOnly: true,
  cacheSeconds: 300,
  input: z.strictObject({
    id: boundaryId,
    format: format.default('geojson'),
    detail: detail.default('medium'),
  }),
  output: z.strictObject({
    url: z.string().describe('Permanent public address of the file.'),
    format,
    detail,
    bytes: z.int().describe('Size of the file, uncompressed.'),
    sha256: z.string().describe('SHA-256 of the uncompressed file, in hexadecimal.'),
    media_type: z.string(),
    attribution,
  }),
  redirect: ({ url }) => url,
  redirectMediaTypes: Object.values(FORMATS).map(({ mediaType }) => mediaType),
  errors: ['not_found', 'source_unavailable', 'source_timeout'],
  examples: [
    { title: 'A drawing of a small country', input: { id: 'iso:LI', format: 'svg', detail: 'low' } },
    { title: 'A state for Google Earth', input: { id: 'iso:US-CA', format: 'kml', detail: 'low' } },
  ],
  agent: {
    hint: 'When the user wants a file for a GIS, Google Earth or a drawing. Give the user the address. Set `detail` to `medium` or higher for accurate work.',
    defaults: { detail: 'low' },
    summarize: ({ url, format, detail, bytes }) =>
      `The ${format} file (${detail} detail, ${bytes.toLocaleString('en')} bytes) is at ${url}`,
  },
  positional: ['id'],
  plan: ({ id, detail, format }) => ({
    access: detail === 'low' ? 'demonstration' : 'key',
    price: UNITS,
    run: async ({ owner, services: { catalog, exporter, filesUrl }, languages }) => {
      const { record } = await findBoundary(catalog, id, detail)
      const file = await exporter.file(record, detail, format, languages, owner)
      return {
        url: `${filesUrl}/${file.key}`,
        format,
        detail,
        bytes: file.bytes,
        sha256: file.sha256,
        media_type: file.mediaType,
        attribution: attributionOf([record], populationCredits([record])),
      }
    },
  }),
})
