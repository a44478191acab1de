/** Encodes a layer of polygons as a Mapbox Vector Tile (version 2.1, https://github.com/mapbox/vector-tile-spec). */
import { polygonCount, polygonStart, type Rings, ringStart } from '../geometry/rings.ts'
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
  const layer = new ProtobufWriter()
  const keys = new Numbering<string>()
  const values = new Numbering<string | number>()
  layer.number(LAYER.version, VERSION)
  layer.text(LAYER.name, name)
  for (const { rings, attributes } of features) {
    const feature = new ProtobufWriter()
    const tags = Object.entries(attributes).flatMap(([key, value]) => [keys.of(key), values.of(value)])
    feature.numbers(FEATURE.tags, tags)
    feature.number(FEATURE.type, POLYGON)
    feature.numbers(FEATURE.geometry, commandsOf(rings))
    layer.message(LAYER.features, feature.finish())
  }
  for (const key of keys.list) layer.text(LAYER.keys, key)
  for (const value of values.list) layer.message(LAYER.values, encodeValue(value))
  layer.number(LAYER.extent, extent)
  const tile = new ProtobufWriter()
  tile.message(TILE.layers, layer.finish())
  return tile.finish()
}

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

const encodeValue = (value: string | number): Uint8Array => {
  const writer = new ProtobufWriter()
  if (typeof value === 'string') writer.text(VALUE.string, value)
  else writer.number(VALUE.uint, value)
  return writer.finish()
}

const MOVE_TO = 1
const LINE_TO = 2
const CLOSE_PATH = 7

const command = (id: number, count: number): number => (count << 3) | id
const zigzag = (value: number): number => ((value << 1) ^ (value >> 31)) >>> 0

const commandsOf = (rings: Rings): readonly number[] => {
  const { coords } = rings
  const commands: number[] = []
  let [x, y] = [0, 0]
  const moveTo = (position: number): void => {
    const [nextX, nextY] = [coords[2 * position], coords[2 * position + 1]]
    commands.push(zigzag(nextX - x), zigzag(nextY - y))
    x = nextX
    y = nextY
  }
  for (let polygon = 0; polygon < polygonCount(rings); polygon++)
    for (let ring = polygonStart(rings, polygon); ring < rings.polygonEnds[polygon]; ring++) {
      const [first, end] = [ringStart(rings, ring), rings.ringEnds[ring]]
      commands.push(command(MOVE_TO, 1))
      moveTo(first)
      commands.push(command(LINE_TO, end - first - 1))
      for (let position = first + 1; position < end; position++) moveTo(position)
      commands.push(command(CLOSE_PATH, 1))
    }
  return commands
}
