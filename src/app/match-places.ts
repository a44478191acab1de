/**
 * `metes/match`: what the command `metes match` does, for programs on the machine with the data.
 *
 *     const rows = matchPlaces({ bytes: createReadStream('sales.csv') })
 *     await pipeline(rows, createWriteStream('sales-with-ids.csv'))
 */
import { PointsFault } from '../domain/enrich/points-reader.ts'

export interface MatchPlacesOptions {
  /** CSV with a header, from any stream. */
  readonly bytes: AsyncIterable<Uint8Array | string>
  /** Columns that say what a place is, by default those of these names. Only the one of names is required. */
  readonly name?: string
  readonly country?: string
  readonly level?: string
  readonly parent?: string
  /** Encoding of the text, such as `windows-1252`; UTF-8, or what its byte order mark says, by default. */
  readonly encoding?: string
  /** Languages of the names of candidates, the preferred one first (BCP 47); local names by default. */
  readonly languages?: readonly string[]
  /** Called in the order of the file with rows without a match, and bytes of a CSV file of all these rows. */
  readonly onRejected?: (rows: readonly RejectedPlace[], bytes: Uint8Array) => unknown
  /** Called with the number of rows so far. */
  readonly onProgress?: (rows: number) => void
  readonly signal?: AbortSignal
}

export interface RejectedPlace {
  /** `Line 3`. */
  readonly place: string
  /** A sentence that says why. */
  readonly reason: string
}

export interface MatchPlacesReport {
  readonly rows: number
  readonly rejected: number
  /** Matched rows with a cell that has typing errors. */
  readonly similar: number
  /** Of the matched boundaries; to be shown wherever the file is used. */
  readonly attribution: string
}

/** The file as a whole cannot be read; the message is a sentence for people. */
export class UnreadablePlaces extends Error {
  override name = 'UnreadablePlaces'
}

/**
 * Yields the matched rows with the columns `id`, `score` and `reason`, and returns the report. It uses the catalog of METES_DATA_DIR.
 * Rejects with `UnreadablePlaces`, or with the reason of the signal.
 */
export async function* matchPlaces({
  bytes,
  name,
  country,
  level,
  parent,
  encoding,
  languages = [],
  onRejected,
  onProgress = () => {},
  signal = new AbortController().signal,
}: MatchPlacesOptions): AsyncGenerator<Uint8Array, MatchPlacesReport> {
  const [{ openService }, { readConfig }] = await Promise.all([
    import('./main.ts'),
    import('../config/read-config.ts'),
  ])
  const service = await openService(readConfig())
  try {
    return yield* service.match({
      bytes,
      encoding: encoding ?? null,
      columns: {
        name: name ?? null,
        country: country ?? null,
        level: level ?? null,
        parent: parent ?? null,
      },
      languages,
      onRejected: async (rows, bytes) => {
        await onRejected?.(rows, bytes)
      },
      onProgress,
      signal,
    })
  } catch (error) {
    throw error instanceof PointsFault ? new UnreadablePlaces(error.message, { cause: error }) : error
  } finally {
    await service.close()
  }
}
