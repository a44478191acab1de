/** The parts of a PMTiles archive, version 3: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md */
import { gzipSync } from 'node:zlib'
import { ByteWriter } from '../formats/byte-writer.ts'
import { hilbertDistance } from '../geometry/hilbert.ts'
import type { ArchiveBounds } from './archive-bounds.ts'
import type { TileAddress } from './tile-grid.ts'

export interface ArchiveEntry {
  /** Of the first tile. */
  readonly tileId: number
  /** Where its content starts in the section of tiles, and the content's length. */
  readonly offset: number
  readonly length: number
  /** Following tiles with the same content, this one included. */
  readonly runLength: number
}

export interface ArchiveFacts extends ArchiveBounds {
  readonly minZoom: number
  readonly maxZoom: number
  /** Includes `vector_layers` and `attribution`, as in TileJSON. */
  readonly metadata: object
  /** Bytes of all contents. */
  readonly tileBytes: number
  /** Tiles that have an address, and different contents among them. */
  readonly tiles: number
  readonly contents: number
}

const HEADER_BYTES = 127
/** Readers fetch this much at once: header and root directory must fit. */
const FIRST_REQUEST_BYTES = 16_384
const ENTRIES_PER_LEAF = 4_096
const VERSION = 3
const GZIP = 2
const MVT = 1

/** The number of a tile: zoom by zoom, along a Hilbert curve. */
export const tileIdOf = ({ z, x, y }: TileAddress): number => (4 ** z - 1) / 3 + hilbertDistance(x, y, 2 ** z)

/** Everything before the tiles: header, directories and metadata. `entries` are in the order of their ids. */
export const archiveHead = (entries: readonly ArchiveEntry[], facts: ArchiveFacts): Uint8Array => {
  const { root, leaves } = directoriesOf(entries)
  const metadata = gzipSync(JSON.stringify(facts.metadata))
  const metadataAt = HEADER_BYTES + root.byteLength
  const leavesAt = metadataAt + metadata.byteLength
  const tilesAt = leavesAt + leaves.byteLength
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles', 0, 'latin1')
  header.writeUInt8(VERSION, 7)
  const numbers = [
    [HEADER_BYTES, root.byteLength],
    [metadataAt, metadata.byteLength],
    [leavesAt, leaves.byteLength],
    [tilesAt, facts.tileBytes],
    [facts.tiles, entries.length],
    [facts.contents],
  ].flat()
  numbers.forEach((number, i) => {
    header.writeBigUInt64LE(BigInt(number), 8 + 8 * i)
  })
  header.set([1, GZIP, GZIP, MVT, facts.minZoom, facts.maxZoom], 96)
  const units = (degrees: number): number => Math.round(degrees * 1e7)
  facts.bounds.forEach((corner, i) => {
    header.writeInt32LE(units(corner), 102 + 4 * i)
  })
  header.writeUInt8(facts.minZoom, 118)
  facts.center.forEach((degrees, i) => {
    header.writeInt32LE(units(degrees), 119 + 4 * i)
  })
  return Buffer.concat([header, root, metadata, leaves])
}

/** One directory where that is small enough, else a root that points at leaves. */
const directoriesOf = (
  entries: readonly ArchiveEntry[],
): { readonly root: Uint8Array; readonly leaves: Uint8Array } => {
  const whole = encodeDirectory(entries)
  if (HEADER_BYTES + whole.byteLength <= FIRST_REQUEST_BYTES)
    return { root: whole, leaves: new Uint8Array(0) }
  for (let size = ENTRIES_PER_LEAF; ; size *= 2) {
    const leaves: Uint8Array[] = []
    const pointers: ArchiveEntry[] = []
    let offset = 0
    for (let first = 0; first < entries.length; first += size) {
      const leaf = encodeDirectory(entries.slice(first, first + size))
      pointers.push({ tileId: entries[first].tileId, offset, length: leaf.byteLength, runLength: 0 })
      leaves.push(leaf)
      offset += leaf.byteLength
    }
    const root = encodeDirectory(pointers)
    if (HEADER_BYTES + root.byteLength <= FIRST_REQUEST_BYTES) return { root, leaves: Buffer.concat(leaves) }
  }
}

const encodeDirectory = (entries: readonly ArchiveEntry[]): Uint8Array => {
  const ids = entries.map(({ tileId }, i) => tileId - (i === 0 ? 0 : entries[i - 1].tileId))
  const offsets = entries.map(({ offset }, i) => {
    const before = entries[i - 1]
    return before !== undefined && offset === before.offset + before.length ? 0 : offset + 1
  })
  const writer = new ByteWriter()
  const lists = [ids, entries.map(({ runLength }) => runLength), entries.map(({ length }) => length), offsets]
  for (const number of [entries.length, ...lists.flat()]) writer.varint(number)
  return gzipSync(writer.finish())
}
