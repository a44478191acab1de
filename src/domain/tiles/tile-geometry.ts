/** Encodes polygons and points as a feature of a Mapbox Vector Tile has them: its type and its geometry (version 2.1, §4.3). */
import { writeVarint } from '../geometry/codec.ts'
import type { ProtobufWriter } from './protobuf.ts'

/** Field numbers of a feature in the specification's `vector_tile.proto`. */
const FEATURE = { type: 3, geometry: 4 } as const
const POINT = 1
const POLYGON = 3

/** Writes a point as a feature has it, in steps from the upper left corner of its tile. */
export const encodePoint = (content: ProtobufWriter, across: number, down: number): void => {
  content.number(FEATURE.type, POINT)
  const start = content.begin(FEATURE.geometry, BYTES_A_POINT)
  for (const number of [command(MOVE_TO, 1), zigzag(Math.round(across)), zigzag(Math.round(down))])
    content.varint(number)
  content.end(start, BYTES_A_POINT)
}

export class GeometryEncoder {
  private readonly content: ProtobufWriter
  private west = 0
  private north = 0
  private unitBits = 0
  /** The position that was written last. */
  private lastX = 0
  private lastY = 0

  constructor(content: ProtobufWriter) {
    this.content = content
  }

  /** Takes the upper left corner of a tile, and the length of a step, a power of two, in the units of the rings. */
  begin([west, north]: readonly [x: number, y: number], unit: number): void {
    this.west = west
    this.north = north
    this.unitBits = 31 - Math.clz32(unit)
  }

  /** Writes the rings from `firstRing` up to `endRing`. */
  add(coords: Int32Array, ringEnds: ArrayLike<number>, firstRing: number, endRing: number): void {
    const { content } = this
    const positions = ringEnds[endRing - 1] - (firstRing === 0 ? 0 : ringEnds[firstRing - 1])
    const expectedBytes = BYTES_A_POSITION * positions + BYTES_A_RING * (endRing - firstRing)
    content.number(FEATURE.type, POLYGON)
    const start = content.begin(FEATURE.geometry, expectedBytes)
    this.writeCommands(coords, ringEnds, firstRing, endRing)
    content.end(start, expectedBytes)
  }

  /**
   * Rings run the other way round than those of areas, exteriors clockwise as they are drawn: the specification counts `y` downwards and
   * wants a positive area there (§4.3.4.4).
   */
  private writeCommands(
    coords: Int32Array,
    ringEnds: ArrayLike<number>,
    firstRing: number,
    endRing: number,
  ): void {
    const { content } = this
    this.lastX = this.west
    this.lastY = this.north
    let first = firstRing === 0 ? 0 : ringEnds[firstRing - 1]
    for (let ring = firstRing; ring < endRing; ring++) {
      const end = ringEnds[ring]
      content.varint(command(MOVE_TO, 1))
      this.writeBackwards(coords, end - 1, end)
      content.varint(command(LINE_TO, end - 1 - first))
      this.writeBackwards(coords, first, end - 1)
      content.varint(command(CLOSE_PATH, 1))
      first = end
    }
  }

  /** Writes the steps to each position from the last before `end` back to `first`. */
  private writeBackwards(coords: Int32Array, first: number, end: number): void {
    const { content, unitBits } = this
    content.reserve(MAX_BYTES_A_POSITION * (end - first))
    const { bytes } = content
    let { lastX, lastY } = this
    let at = content.at
    for (let i = 2 * end - 2; i >= 2 * first; i -= 2) {
      const x = coords[i]
      const y = coords[i + 1]
      const across = zigzag((x - lastX) >> unitBits)
      const down = zigzag((lastY - y) >> unitBits)
      if (((across | down) & ~0x3fff) === 0) {
        // One byte or two, without branches: processors cannot guess which.
        const acrossMore = (0x7f - across) >>> 31
        bytes[at] = (across & 0x7f) | (acrossMore << 7)
        bytes[at + 1] = across >>> 7
        at += 1 + acrossMore
        const downMore = (0x7f - down) >>> 31
        bytes[at] = (down & 0x7f) | (downMore << 7)
        bytes[at + 1] = down >>> 7
        at += 1 + downMore
      } else {
        at = writeVarint(bytes, at, across)
        at = writeVarint(bytes, at, down)
      }
      lastX = x
      lastY = y
    }
    content.at = at
    this.lastX = lastX
    this.lastY = lastY
  }
}

/** What most take, so that lengths seldom have to be moved. */
const BYTES_A_POSITION = 2.4
const BYTES_A_RING = 6
const BYTES_A_POINT = 5

const MAX_BYTES_A_POSITION = 10

const MOVE_TO = 1
const LINE_TO = 2
const CLOSE_PATH = 7

const command = (id: number, count: number): number => (count << 3) | id
const zigzag = (value: number): number => (value << 1) ^ (value >> 31)
