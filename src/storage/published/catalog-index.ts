/** The index of a version: each boundary in one line, in the order of ids, by which versions are compared without their polygons. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { PRIVATE_FILE } from '../../util/file-modes.ts'

export interface IndexedBoundary {
  readonly id: string
  readonly name: string
  /** West, south, east, north. */
  readonly box: readonly [number, number, number, number]
  /** Of all that an answer may contain. */
  readonly hash: string
}

/** Writes the index of a catalog file. Returns the number of boundaries. */
export const writeIndex = async (
  catalog: string,
  path: string,
  signal: AbortSignal | undefined,
): Promise<number> => {
  const db = new DatabaseSync(catalog, { readOnly: true })
  let count = 0
  const lines = function* (): Generator<string> {
    for (const row of db.prepare(ROWS).iterate()) {
      signal?.throwIfAborted()
      count++
      yield `${JSON.stringify([row.id, row.name, row.west, row.south, row.east, row.north, hashOf(row)])}\n`
    }
  }
  try {
    await pipeline(
      Readable.from(lines()),
      createGzip(),
      createWriteStream(path, { flags: 'wx', mode: PRIVATE_FILE }),
    )
  } finally {
    db.close()
  }
  return count
}

const ROWS = `select boundary.*, boundary_geometry.rings, boundary_geometry.weights
  from boundary join boundary_geometry on boundary_geometry.key = boundary.key order by id`

/** They differ from import to import without any difference of the boundary. */
const WITHOUT_MEANING = new Set(['key', 'fetched_at', 'stale'])

const HASH_DIGITS = 16

const hashOf = (row: Readonly<Record<string, unknown>>): string => {
  const hash = createHash('sha256')
  for (const [column, value] of Object.entries(row)) {
    if (WITHOUT_MEANING.has(column)) continue
    hash.update(value instanceof Uint8Array ? value : JSON.stringify([column, value]))
  }
  return hash.digest('hex').slice(0, HASH_DIGITS)
}

export const indexInFile = (path: string): AsyncGenerator<IndexedBoundary> => indexIn(createReadStream(path))

export async function* indexIn(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<IndexedBoundary> {
  const unpacked = createGunzip()
  const source = Readable.from(pieces)
  source.on('error', (error) => unpacked.destroy(error))
  for await (const line of createInterface({
    input: source.pipe(unpacked),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    const [id, name, west, south, east, north, hash] = JSON.parse(line)
    yield { id, name, box: [west, south, east, north], hash }
  }
}
