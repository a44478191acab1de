/** Writes a PMTiles archive: tiles go to a temporary file first, since their directory comes before them. */
import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { type ArchiveEntry, type ArchiveFacts, archiveHead, tileIdOf } from '../../../domain/tiles/pmtiles.ts'
import type { TileAddress } from '../../../domain/tiles/tile-grid.ts'
import { compress } from '../../../util/compression.ts'
import { USERS_FILE } from '../../../util/file-modes.ts'
import { cannotWrite } from '../../client/file-failure.ts'

export interface ArchiveFile {
  readonly add: (tile: TileAddress, bytes: Uint8Array) => Promise<void>
  /** Writes the archive; the number of its bytes. */
  readonly finish: (
    facts: Pick<ArchiveFacts, 'minZoom' | 'maxZoom' | 'bounds' | 'center' | 'metadata'>,
  ) => Promise<{ readonly tiles: number; readonly bytes: number }>
  /** Removes what is not needed any more; call it in any case. */
  readonly close: () => Promise<void>
}

interface Content {
  /** In the file beside. */
  readonly at: number
  readonly length: number
}

export interface ArchivePlace {
  /** A path for the tiles, until the archive is written. */
  readonly aside: string
  /** Names the archive in a failure. */
  readonly name: string
  readonly write: (bytes: AsyncIterable<Uint8Array>) => Promise<unknown>
}

export const createArchiveFile = async ({ aside, name, write }: ArchivePlace): Promise<ArchiveFile> => {
  const file = await openAside(aside)
  const contents = new Map<string, Content>()
  const tiles: { readonly id: number; readonly content: Content }[] = []
  let length = 0

  /** Equal tiles, such as those inside a large country, are stored once. */
  const contentOf = async (bytes: Uint8Array): Promise<Content> => {
    const key = createHash('sha256').update(bytes).digest('base64')
    const known = contents.get(key)
    if (known !== undefined) return known
    const packed = await compress(bytes, 'gzip')
    const again = contents.get(key)
    if (again !== undefined) return again
    const content = { at: length, length: packed.byteLength }
    contents.set(key, content)
    length += packed.byteLength
    try {
      await file.write(packed, 0, packed.byteLength, content.at)
    } catch (error) {
      throw cannotWrite(name, error)
    }
    return content
  }

  return {
    add: async (tile, bytes) => {
      tiles.push({ id: tileIdOf(tile), content: await contentOf(bytes) })
    },
    finish: async (facts) => {
      tiles.sort((a, b) => a.id - b.id)
      const { entries, order } = arrangedTiles(tiles)
      const head = archiveHead(entries, {
        ...facts,
        tileBytes: length,
        tiles: tiles.length,
        contents: order.length,
      })
      await write(archiveBytes(head, file, order))
      return { tiles: tiles.length, bytes: head.byteLength + length }
    },
    close: async () => {
      await file.close()
      await rm(aside, { force: true })
    },
  }
}

const openAside = async (path: string): Promise<FileHandle> => {
  try {
    return await open(path, 'w+', USERS_FILE)
  } catch (error) {
    throw cannotWrite(path, error)
  }
}

/** The entries of the directory, and the contents in the order in which tiles first use them. */
const arrangedTiles = (
  tiles: readonly { readonly id: number; readonly content: Content }[],
): { readonly entries: readonly ArchiveEntry[]; readonly order: readonly Content[] } => {
  const offsets = new Map<Content, number>()
  const entries: { tileId: number; offset: number; length: number; runLength: number }[] = []
  let length = 0
  for (const { id, content } of tiles) {
    const known = offsets.get(content)
    const offset = known ?? length
    const last = entries.at(-1)
    if (last !== undefined && last.offset === offset && last.tileId + last.runLength === id) last.runLength++
    else entries.push({ tileId: id, offset, length: content.length, runLength: 1 })
    if (known !== undefined) continue
    offsets.set(content, offset)
    length += content.length
  }
  return { entries, order: [...offsets.keys()] }
}

async function* archiveBytes(
  head: Uint8Array,
  file: FileHandle,
  order: readonly Content[],
): AsyncGenerator<Uint8Array> {
  yield head
  for (const { at, length } of order) {
    const bytes = Buffer.alloc(length)
    await file.read(bytes, 0, length, at)
    yield bytes
  }
}
