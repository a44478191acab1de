/**
 * Reads polygons of a shapefile, one record at a time (ESRI Shapefile Technical Description, 1998). Only the `.shp` is read:
 * all its polygons count as land, and the attribute table is ignored.
 */
import { createReadStream } from 'node:fs'
import { HALF_TURN, POLE } from '../../domain/geometry/map-rim.ts'
import { UNITS_PER_DEGREE } from '../../domain/geometry/rings.ts'
import { LandFileProblem } from './land-file-problem.ts'
import type { LandPolygon } from './tiles-of-polygons.ts'

const HEADER_BYTES = 100
const FILE_CODE = 9994
const NULL_SHAPE = 0
/** Plain, with elevations, with measures: the data after the positions are ignored. */
const POLYGONS: readonly number[] = [5, 15, 25]
/** Type, box, number of parts and number of positions. */
const SHAPE_HEADER_BYTES = 44
/** No real record is longer; a longer one is damage that would fill the memory. */
const MAX_RECORD_BYTES = 1 << 30

/** Yields one polygon for each record. `onBytes` gets the number of bytes processed. */
export async function* readShapefile(
  path: string,
  onBytes: (bytes: number) => void,
): AsyncGenerator<LandPolygon> {
  const bytes = new ByteQueue(createReadStream(path, { highWaterMark: 1 << 20 }))
  const header = await bytes.take(HEADER_BYTES)
  if (header === null || header.readInt32BE(0) !== FILE_CODE)
    throw new LandFileProblem('it is not a shapefile')
  const type = header.readInt32LE(32)
  if (!POLYGONS.includes(type))
    throw new LandFileProblem(`its shapes are of type ${type}, but land must be polygons (5, 15 or 25)`)
  for (;;) {
    const head = await bytes.take(8)
    if (head === null) return
    const record = head.readInt32BE(0)
    const length = 2 * head.readInt32BE(4)
    const content = length >= 4 && length <= MAX_RECORD_BYTES ? await bytes.take(length) : null
    if (content === null) throw new LandFileProblem(`it is damaged, or ends early, at record ${record}`)
    yield ringsOfRecord(content, record)
    onBytes(bytes.taken)
  }
}

const ringsOfRecord = (content: Buffer, record: number): LandPolygon => {
  if (content.readInt32LE(0) === NULL_SHAPE) return []
  const damaged = new LandFileProblem(`record ${record} is damaged`)
  if (content.length < SHAPE_HEADER_BYTES) throw damaged
  const parts = content.readInt32LE(36)
  const positions = content.readInt32LE(40)
  const coordsAt = SHAPE_HEADER_BYTES + 4 * parts
  if (parts < 0 || positions < 0 || coordsAt + 16 * positions > content.length) throw damaged
  return Array.from({ length: parts }, (_, part) => {
    const start = content.readInt32LE(SHAPE_HEADER_BYTES + 4 * part)
    const end = part + 1 < parts ? content.readInt32LE(SHAPE_HEADER_BYTES + 4 * (part + 1)) : positions
    if (start < 0 || end < start || end > positions) throw damaged
    return reversedRing(content, coordsAt + 16 * start, end - start, record)
  })
}

/** Exteriors run clockwise in shapefiles, so rings are reversed. The closing position, then the first one, is dropped. */
const reversedRing = (content: Buffer, at: number, positions: number, record: number): Int32Array => {
  const ring = new Int32Array(2 * Math.max(0, positions - 1))
  for (let i = 0; i < ring.length / 2; i++) {
    const from = at + 16 * (positions - 2 - i)
    ring[2 * i] = inUnits(content.readDoubleLE(from), HALF_TURN, record)
    ring[2 * i + 1] = inUnits(content.readDoubleLE(from + 8), POLE, record)
  }
  return ring
}

/** Allowance for rounding beyond the rim. */
const SLACK = 100

const inUnits = (degrees: number, most: number, record: number): number => {
  const units = Math.round(degrees * UNITS_PER_DEGREE)
  if (Math.abs(units) <= most + SLACK) return Math.max(-most, Math.min(most, units))
  throw new LandFileProblem(
    `record ${record} has the coordinate ${degrees}, which is not a longitude or latitude; coordinates must be degrees (EPSG:4326)`,
  )
}

/** Reads a stream in pieces of any length. */
class ByteQueue {
  taken = 0
  private readonly chunks: AsyncIterator<Buffer>
  private rest: Buffer = Buffer.alloc(0)

  constructor(stream: AsyncIterable<Buffer>) {
    this.chunks = stream[Symbol.asyncIterator]()
  }

  /** Returns null if fewer bytes are left. */
  async take(count: number): Promise<Buffer | null> {
    const parts = [this.rest]
    let length = this.rest.length
    while (length < count) {
      const { done, value } = await this.chunks.next()
      if (done) return null
      parts.push(value)
      length += value.length
    }
    const all = parts.length === 1 ? this.rest : Buffer.concat(parts)
    this.rest = all.subarray(count)
    this.taken += count
    return all.subarray(0, count)
  }
}
