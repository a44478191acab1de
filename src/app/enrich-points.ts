/**
 * `metes/enrich`: what the command `metes enrich` does, for programs on the machine with the data.
 *
 *     const rows = enrichPoints({ input: { format: 'csv', bytes: createReadStream('shops.csv') }, kinds: ['country'] })
 *     await pipeline(rows, createWriteStream('shops-with-countries.csv'))
 */
import { KINDS } from '../domain/boundary/kind.ts'
import { OUTPUTS } from '../domain/enrich/point-formats.ts'
import { PointsFault } from '../domain/enrich/points-reader.ts'

export interface EnrichPointsOptions {
  /** Text comes from any stream; others are files, because they are not read from start to end. */
  readonly input:
    | { readonly format: 'csv' | 'geojsonl' | 'geojson'; readonly bytes: AsyncIterable<Uint8Array | string> }
    | {
        readonly format: 'parquet' | 'gpkg' | 'shp'
        readonly path: string
        /** Table of a GeoPackage with several. */
        readonly layer?: string
      }
  /** That of the input by default, `geojson` for `gpkg` and `shp`. CSV can be written as `parquet`, and tables as anything. */
  readonly output?: 'csv' | 'geojsonl' | 'geojson' | 'parquet'
  /** Kinds of boundaries to add, such as `country`; all by default. */
  readonly kinds?: readonly string[]
  /** Languages of names, the preferred one first (BCP 47); local names by default. */
  readonly languages?: readonly string[]
  /** Columns of the position, in degrees; by default the usual names, such as `lon` and `lat`. */
  readonly lon?: string
  readonly lat?: string
  /** A column with both, the latitude first, such as `47.14,9.52`. */
  readonly latLon?: string
  /** Decimal mark of a text; both are read by default. */
  readonly decimal?: 'point' | 'comma'
  /** Encoding of a text, such as `windows-1252`; UTF-8, or what its byte order mark says, by default. */
  readonly encoding?: string
  /** Do not check whether longitude and latitude are swapped. */
  readonly keepOrder?: boolean
  /** Called in the order of the file with the first rejected rows of a part, and bytes of a file of all rejected rows. */
  readonly onRejected?: (rows: readonly RejectedPoint[], bytes: Uint8Array) => unknown
  /** Called with the number of rows so far. */
  readonly onProgress?: (rows: number) => void
  readonly signal?: AbortSignal
}

export interface RejectedPoint {
  /** `Line 3`, or `Row 2` of a file without lines. */
  readonly place: string
  /** A sentence that says why. */
  readonly reason: string
}

export interface EnrichPointsReport {
  readonly rows: number
  readonly rejected: number
  /** Rows with a point in no boundary of the kinds to add. */
  readonly outside: number
  /** Of the added boundaries; to be shown wherever the file is used. */
  readonly attribution: string
}

/** The file as a whole cannot be enriched; the message is a sentence for people. */
export class UnreadablePoints extends Error {
  override name = 'UnreadablePoints'
}

/**
 * Yields the file with a column for the id and the name of each kind, and returns the report. It uses the catalog of METES_DATA_DIR and all
 * processors. Rejects with `UnreadablePoints`, with a `RangeError` for an unknown kind, or with the reason of the signal.
 */
export async function* enrichPoints({
  input,
  output = OUTPUTS[input.format][0],
  kinds = KINDS,
  languages = [],
  lon,
  lat,
  latLon,
  decimal,
  encoding,
  keepOrder = false,
  onRejected,
  onProgress = () => {},
  signal = new AbortController().signal,
}: EnrichPointsOptions): AsyncGenerator<Uint8Array, EnrichPointsReport> {
  const [{ openService }, { readConfig }] = await Promise.all([
    import('./main.ts'),
    import('../config/read-config.ts'),
  ])
  const known = kinds.map(kindOf)
  const service = await openService(readConfig())
  try {
    const rows = service.enrich({
      input,
      output,
      encoding: encoding ?? null,
      position: { lon: lon ?? null, lat: lat ?? null, latLon: latLon ?? null, decimal: decimal ?? null },
      kinds: known,
      languages,
      keepOrder,
      onRejected: async (rows, bytes) => {
        await onRejected?.(rows, bytes)
      },
      onProgress,
      signal,
    })
    for (;;) {
      const { value, done } = await rows.next()
      if (done === true) return value
      // A copy, because streams keep pieces until they are written.
      yield value.slice()
    }
  } catch (error) {
    throw error instanceof PointsFault ? new UnreadablePoints(error.message, { cause: error }) : error
  } finally {
    await service.close()
  }
}

const kindOf = (word: string): (typeof KINDS)[number] => {
  const kind = KINDS.find((each) => each === word)
  if (kind === undefined)
    throw new RangeError(`There is no kind "${word}". The kinds are ${KINDS.join(', ')}.`)
  return kind
}
