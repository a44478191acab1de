/**
 * Reads and writes all formats around an enrichment of CSV, GeoJSON lines and Parquet: other files of points become lines, a piece at a time,
 * and enriched lines become other files. Memory does not grow with the file.
 */

import { ladderColumns } from './added-columns.ts'
import { collectionOfLines, emptyFrame, linesOfCollection } from './feature-collection.ts'
import { OUTPUTS } from './point-formats.ts'
import { PointsFault } from './points-reader.ts'
import type { Enrich, EnrichPlain, EnrichReport, EnrichRequest } from './ports.ts'
import { linesOfTable, type PointTable } from './tables/table.ts'
import { inUtf8 } from './text-encoding.ts'

type Written = AsyncGenerator<Uint8Array, EnrichReport>

export const enrichAs = (plain: EnrichPlain): Enrich =>
  async function* (request) {
    const { input, output } = request
    if (!OUTPUTS[input.format].includes(output))
      throw new PointsFault(
        `${input.format} cannot be written as ${output}. Write it as ${OUTPUTS[input.format].join(' or ')}.`,
      )
    if (input.format === 'parquet' && output === 'parquet')
      return yield* plain({ ...request, input: { format: 'parquet', path: input.path } })
    if ('bytes' in input) return yield* enrichText(plain, request, input)
    const table = await openTable(request, input)
    try {
      const lines = plain({
        ...request,
        encoding: null,
        input: { format: 'geojsonl', bytes: linesOfTable(table), unit: 'Row' },
      })
      return yield* tableWritten(lines, table, request)
    } finally {
      table.close()
    }
  }

async function* enrichText(
  plain: EnrichPlain,
  request: EnrichRequest,
  input: Extract<EnrichRequest['input'], { bytes: unknown }>,
): Written {
  const { output, position, encoding, kinds, languages } = request
  const { format, bytes } = input
  if (format === 'csv') {
    const rows = plain({ ...request, input: { format, bytes, unit: 'Line' } })
    if (output === 'csv') return yield* rows
    const { csvAsParquet } = await import('./written/csv-as-parquet.ts')
    return yield* csvAsParquet(rows, position, ladderColumns(kinds, languages).names)
  }
  const frame = emptyFrame()
  const lines =
    format === 'geojsonl'
      ? plain({ ...request, input: { format, bytes, unit: 'Line' } })
      : plain({
          ...request,
          encoding: null,
          input: {
            format: 'geojsonl',
            bytes: linesOfCollection(inUtf8(asBytes(bytes), encoding), frame),
            unit: 'Feature',
          },
        })
  return yield* output === 'geojson' ? collectionOfLines(lines, frame) : lines
}

async function* asBytes(pieces: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece
}

const openTable = async (
  { position, encoding }: EnrichRequest,
  { format, path, layer }: Extract<EnrichRequest['input'], { path: string }>,
): Promise<PointTable> => {
  if (format === 'gpkg')
    return (await import('./tables/geopackage-reader.ts')).openGeoPackage(path, layer ?? null)
  if (format === 'shp') return (await import('./tables/shapefile-reader.ts')).openShapefile(path, encoding)
  return (await import('./tables/parquet-reader.ts')).openParquetRows(path, position)
}

async function* tableWritten(
  lines: Written,
  table: PointTable,
  { output, kinds, languages }: EnrichRequest,
): Written {
  if (output === 'geojsonl') return yield* lines
  if (output === 'geojson') return yield* collectionOfLines(lines, emptyFrame())
  const { featuresAsCsv, featuresAsParquet } = await import('./written/features-as-rows.ts')
  const features = { lines, table, added: ladderColumns(kinds, languages).names }
  return yield* output === 'csv' ? featuresAsCsv(features) : featuresAsParquet(features)
}
