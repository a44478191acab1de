/** Encodes a layer of polygons as a Mapbox Vector Tile (version 2.1, https://github.com/mapbox/vector-tile-spec). */
import { type Rings, ringStart } from '../geometry/rings.ts'
import { ProtobufWriter } from './protobuf.ts'

export interface TileFeature {
  /** Its rings are those from `firstRing` up to `endRing`. */
  readonly rings: Rings
  readonly firstRing: number
  readonly endRing: number
  readonly attributes: Readonly<Record<string, string | number>>
}

export interface TileLayer {
  readonly name: string
  /** Steps along the side of the tile. */
  readonly extent: number
  /** The upper left corner of the tile, and the length of a step, in the units of the rings. */
  readonly origin: readonly [x: number, y: number]
  readonly unit: number
  readonly features: readonly TileFeature[]
}

/** Field numbers of the specification's `vector_tile.proto`. */
const TILE = { layers: 3 } as const
const LAYER = { name: 1, features: 2, keys: 3, values: 4, extent: 5, version: 15 } as const
const FEATURE = { tags: 2, type: 3, geometry: 4 } as const
const VALUE = { string: 1, uint: 5 } as const
const POLYGON = 3
const VERSION = 2

/**
 * Rings run the other way round than those of areas, exteriors clockwise as they are drawn: the specification counts `y` downwards and
 * wants a positive area there (§4.3.4.4).
 */
export const encodeTile = (layer: TileLayer): Uint8Array => {
  const { name, extent, features } = layer
  const keys = new Numbering<string>()
  const values = new Numbering<string | number>()
  const positions = features.reduce(
    (sum, { rings, firstRing, endRing }) => sum + rings.ringEnds[endRing - 1] - ringStart(rings, firstRing),
    0,
  )
  const tile = new ProtobufWriter(BYTES_A_POSITION * positions + BYTES_A_FEATURE * features.length + 256)
  tile.nested(TILE.layers, () => {
    tile.number(LAYER.version, VERSION)
    tile.text(LAYER.name, name)
    for (const feature of features)
      tile.nested(LAYER.features, () => {
        tile.nested(FEATURE.tags, () => {
          for (const key of Object.keys(feature.attributes)) {
            tile.varint(keys.of(key))
            tile.varint(values.of(feature.attributes[key]))
          }
        })
        tile.number(FEATURE.type, POLYGON)
        tile.nested(FEATURE.geometry, () => writeCommands(tile, feature, layer))
      })
    for (const key of keys.list) tile.text(LAYER.keys, key)
    for (const value of values.list) tile.nested(LAYER.values, () => writeValue(tile, value))
    tile.number(LAYER.extent, extent)
  })
  return tile.finish()
}

/** Enough for most tiles, so that the writer seldom grows. */
const BYTES_A_POSITION = 4
const BYTES_A_FEATURE = 64

/** Numbers things in the order in which they first come. */
class Numbering<T> {
  readonly list: T[] = []
  readonly #numbers = new Map<T, number>()

  of(thing: T): number {
    const known = this.#numbers.get(thing)
    if (known !== undefined) return known
    const number = this.list.length
    this.#numbers.set(thing, number)
    this.list.push(thing)
    return number
  }
}

const writeValue = (tile: ProtobufWriter, value: string | number): void => {
  if (typeof value === 'string') tile.text(VALUE.string, value)
  else tile.number(VALUE.uint, value)
}

const MOVE_TO = 1
const LINE_TO = 2
const CLOSE_PATH = 7

const command = (id: number, count: number): number => (count << 3) | id
const zigzag = (value: number): number => (value << 1) ^ (value >> 31)

const writeCommands = (
  tile: ProtobufWriter,
  { rings, firstRing, endRing }: TileFeature,
  { origin: [west, north], unit }: Pick<TileLayer, 'origin' | 'unit'>,
): void => {
  const { coords, ringEnds } = rings
  let lastX = 0
  let lastY = 0
  for (let ring = firstRing; ring < endRing; ring++) {
    const first = ringStart(rings, ring)
    const last = ringEnds[ring] - 1
    tile.varint(command(MOVE_TO, 1))
    for (let position = last; position >= first; position--) {
      if (position === last - 1) tile.varint(command(LINE_TO, last - first))
      const x = (coords[2 * position] - west) / unit
      const y = (north - coords[2 * position + 1]) / unit
      tile.pair(zigzag(x - lastX), zigzag(y - lastY))
      lastX = x
      lastY = y
    }
    tile.varint(command(CLOSE_PATH, 1))
  }
}
