/** Encodes a layer of polygons as a Mapbox Vector Tile (version 2.1, https://github.com/mapbox/vector-tile-spec). */
import { type Rings, ringStart } from '../geometry/rings.ts'
import { ProtobufWriter } from './protobuf.ts'

export interface TileFeature {
  /** On the grid of the tile: `x` from its left side, `y` from its upper side downwards. */
  readonly rings: Rings
  readonly attributes: Readonly<Record<string, string | number>>
}

export interface TileLayer {
  readonly name: string
  /** Steps along the side of the tile. */
  readonly extent: number
  readonly features: readonly TileFeature[]
}

/** Field numbers of the specification's `vector_tile.proto`. */
const TILE = { layers: 3 } as const
const LAYER = { name: 1, features: 2, keys: 3, values: 4, extent: 5, version: 15 } as const
const FEATURE = { tags: 2, type: 3, geometry: 4 } as const
const VALUE = { string: 1, uint: 5 } as const
const POLYGON = 3
const VERSION = 2

/** Exteriors must be counter-clockwise with `y` upwards, which is clockwise with `y` downwards, as the specification has it (§4.3.4.4). */
export const encodeTile = ({ name, extent, features }: TileLayer): Uint8Array => {
  const keys = new Numbering<string>()
  const values = new Numbering<string | number>()
  const positions = features.reduce((sum, { rings }) => sum + rings.coords.length / 2, 0)
  const tile = new ProtobufWriter(BYTES_A_POSITION * positions + BYTES_A_FEATURE * features.length + 256)
  tile.nested(TILE.layers, () => {
    tile.number(LAYER.version, VERSION)
    tile.text(LAYER.name, name)
    for (const { rings, attributes } of features)
      tile.nested(LAYER.features, () => {
        tile.nested(FEATURE.tags, () => {
          for (const key of Object.keys(attributes)) {
            tile.varint(keys.of(key))
            tile.varint(values.of(attributes[key]))
          }
        })
        tile.number(FEATURE.type, POLYGON)
        tile.nested(FEATURE.geometry, () => writeCommands(tile, rings))
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
const zigzag = (value: number): number => ((value << 1) ^ (value >> 31)) >>> 0

const writeCommands = (tile: ProtobufWriter, rings: Rings): void => {
  const { coords, ringEnds } = rings
  let x = 0
  let y = 0
  for (let ring = 0; ring < ringEnds.length; ring++) {
    const first = ringStart(rings, ring)
    const end = ringEnds[ring]
    tile.varint(command(MOVE_TO, 1))
    for (let position = first; position < end; position++) {
      if (position === first + 1) tile.varint(command(LINE_TO, end - first - 1))
      tile.varint(zigzag(coords[2 * position] - x))
      tile.varint(zigzag(coords[2 * position + 1] - y))
      x = coords[2 * position]
      y = coords[2 * position + 1]
    }
    tile.varint(command(CLOSE_PATH, 1))
  }
}
