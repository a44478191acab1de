/** Writes the land mask files that `tile-file.ts` reads. */
import { type FileHandle, open } from 'node:fs/promises'
import type { LandSource, LandTile } from '../../domain/area/ports.ts'
import { encodeRings } from '../../domain/geometry/codec.ts'
import type { Tile } from '../../domain/geometry/tiles.ts'
import { PRIVATE_FILE } from '../../util/file-modes.ts'
import { ALL_LAND, MAGIC, NO_LAND, TAIL_BYTES, TILE_FIELDS } from './tile-file.ts'

/** Bytes buffered before they are written. */
const CHUNK = 1 << 20

export const writeTileFile = async (
  path: string,
  source: LandSource,
  tiles: Iterable<LandTile> | AsyncIterable<LandTile>,
): Promise<void> => {
  const file = await open(path, 'w', PRIVATE_FILE)
  try {
    const list: number[] = []
    const gathered = new Gathered(file)
    for await (const { box, area } of tiles) {
      list.push(...box, typeof area === 'string' ? LENGTHS[area] : area.length)
      if (typeof area !== 'string') await gathered.add(area)
    }
    await gathered.add(listBytes(list))
    const json = Buffer.from(JSON.stringify(source))
    await gathered.add(json)
    await gathered.add(fileTail(list.length / TILE_FIELDS, json.length))
    await gathered.write()
    await file.sync()
  } finally {
    await file.close()
  }
}

const LENGTHS = { all: ALL_LAND, none: NO_LAND } as const

export const encodedTile = ({ box, area }: Tile): LandTile => ({
  box,
  area: typeof area === 'string' ? area : encodeRings(area),
})

const listBytes = (list: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * list.length)
  list.forEach((value, i) => {
    bytes.writeUInt32LE(value >>> 0, 4 * i)
  })
  return bytes
}

const fileTail = (tiles: number, jsonBytes: number): Buffer => {
  const tail = Buffer.alloc(TAIL_BYTES)
  tail.writeUInt32LE(tiles, 0)
  tail.writeUInt32LE(jsonBytes, 4)
  tail.write(MAGIC, 8, 'latin1')
  return tail
}

class Gathered {
  private readonly file: FileHandle
  private parts: Uint8Array[] = []
  private bytes = 0

  constructor(file: FileHandle) {
    this.file = file
  }

  async add(part: Uint8Array): Promise<void> {
    this.parts.push(part)
    this.bytes += part.length
    if (this.bytes >= CHUNK) await this.write()
  }

  async write(): Promise<void> {
    await this.file.appendFile(Buffer.concat(this.parts))
    this.parts = []
    this.bytes = 0
  }
}
