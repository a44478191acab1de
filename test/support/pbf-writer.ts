/** Writes small `.osm.pbf` files, including broken ones: https://wiki.openstreetmap.org/wiki/PBF_Format */
import { deflateSync, zstdCompressSync } from 'node:zlib'

/** A `bigint` where numbers are not exact. */
export type ObjectId = number | bigint

export interface NodeSpec {
  readonly id: ObjectId
  readonly lon: number
  readonly lat: number
  readonly tags?: Readonly<Record<string, string>>
  readonly version?: number
}

export interface WaySpec {
  readonly id: ObjectId
  readonly nodes: readonly ObjectId[]
  /** `[lon, lat]` of each node in degrees, as in files with locations on ways. */
  readonly locations?: readonly (readonly [number, number])[]
  readonly tags?: Readonly<Record<string, string>>
  readonly version?: number
}

export interface RelationSpec {
  readonly id: ObjectId
  readonly members: readonly (readonly [type: 'n' | 'w' | 'r', id: ObjectId, role: string])[]
  readonly tags?: Readonly<Record<string, string>>
  readonly version?: number
  /** Seconds since the epoch. */
  readonly timestamp?: number
}

export interface MapSpec {
  readonly nodes?: readonly NodeSpec[]
  readonly ways?: readonly WaySpec[]
  readonly relations?: readonly RelationSpec[]
}

export interface WriteOptions {
  readonly compression?: 'zlib' | 'zstd' | 'none'
  readonly requiredFeatures?: readonly string[]
  /** `[west, south, east, north]` in degrees. */
  readonly bbox?: readonly [number, number, number, number]
  readonly replicationTimestamp?: number
  /** Order of the blobs of each kind. */
  readonly order?: readonly ('nodes' | 'ways' | 'relations')[]
  readonly dense?: boolean
  readonly granularity?: number
  /** Bytes that readers skip, in each block; with compression `none`, they make the blobs large. */
  readonly paddingBytes?: number
}

export const writePbf = (map: MapSpec, options: WriteOptions = {}): Uint8Array => {
  const blocks = {
    nodes:
      map.nodes === undefined
        ? null
        : nodesBlock(map.nodes, options.dense ?? true, options.granularity ?? 100),
    ways: map.ways === undefined ? null : waysBlock(map.ways),
    relations: map.relations === undefined ? null : relationsBlock(map.relations),
  }
  const order = options.order ?? ['nodes', 'ways', 'relations']
  const padded = (content: Uint8Array): Uint8Array =>
    options.paddingBytes === undefined ? content : concat([content, padding(options.paddingBytes)])
  return concat([
    blob('OSMHeader', headerBlock(options), options.compression),
    ...order.flatMap((kind) =>
      blocks[kind] === null ? [] : [blob('OSMData', padded(blocks[kind]), options.compression)],
    ),
  ])
}

/** A field that the format does not know. */
const padding = (bytes: number): Uint8Array =>
  concat([Uint8Array.from([...varint(99 * 8 + 2), ...varint(bytes)]), new Uint8Array(bytes)])

/** One blob with its header, as in the file. */
export const blob = (
  type: string,
  content: Uint8Array,
  compression: WriteOptions['compression'] = 'zlib',
): Uint8Array => {
  const body = {
    none: () => message([1, content]),
    zlib: () => message([2, content.length], [3, deflateSync(content)]),
    zstd: () => message([2, content.length], [7, zstdCompressSync(content)]),
  }[compression]()
  return framed(type, body)
}

/** A blob header followed by any bytes as the blob. */
export const framed = (type: string, body: Uint8Array): Uint8Array => {
  const header = message([1, text(type)], [3, body.length])
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, header.length)
  return concat([length, header, body])
}

export const concat = (parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts))

/** A protocol buffers message: numbers become varints, bytes length-delimited fields. */
export const message = (
  ...fields: readonly (readonly [number, number | bigint | Uint8Array])[]
): Uint8Array =>
  Uint8Array.from(
    fields.flatMap(([number, value]) =>
      typeof value === 'object'
        ? [...varint(number * 8 + 2), ...varint(value.length), ...value]
        : [...varint(number * 8), ...varint(value)],
    ),
  )

export const text = (value: string): Uint8Array => new TextEncoder().encode(value)

export const headerBlock = (options: WriteOptions): Uint8Array => {
  const features = options.requiredFeatures ?? ['OsmSchema-V0.6', 'DenseNodes']
  const fields: [number, number | bigint | Uint8Array][] = features.map((feature) => [4, text(feature)])
  if (options.bbox !== undefined) {
    const [west, south, east, north] = options.bbox.map((degrees) => zigzag(Math.round(degrees * 1e9)))
    fields.unshift([1, message([1, west], [2, east], [3, north], [4, south])])
  }
  if (options.replicationTimestamp !== undefined) fields.push([32, options.replicationTimestamp])
  return message(...fields)
}

class Strings {
  readonly #indexes = new Map<string, number>([['', 0]])
  of(value: string): number {
    const known = this.#indexes.get(value)
    if (known !== undefined) return known
    this.#indexes.set(value, this.#indexes.size)
    return this.#indexes.size - 1
  }
  table(): Uint8Array {
    return message(...[...this.#indexes.keys()].map((value) => [1, text(value)] as const))
  }
}

const block = (strings: Strings, group: Uint8Array, granularity = 100): Uint8Array =>
  message([1, strings.table()], [2, group], [17, granularity])

const nodesBlock = (nodes: readonly NodeSpec[], dense: boolean, granularity: number): Uint8Array => {
  const strings = new Strings()
  const units = (degrees: number): number => Math.round((degrees * 1e9) / granularity)
  if (!dense) {
    const group = message(
      ...nodes.map(({ id, lon, lat, tags, version }) => {
        const { keys, values } = packTags(strings, tags)
        const position = [[8, zigzag(units(lat))] as const, [9, zigzag(units(lon))] as const]
        return [1, message([1, zigzag(id)], [2, keys], [3, values], [4, info(version)], ...position)] as const
      }),
    )
    return block(strings, group, granularity)
  }
  const keyValues = nodes.flatMap(({ tags = {} }) => [
    ...Object.entries(tags).flatMap(([key, value]) => [strings.of(key), strings.of(value)]),
    0,
  ])
  const run = message(
    [1, packed(deltas(nodes.map(({ id }) => id)).map(zigzag))],
    ...(nodes.some(({ version }) => version !== undefined)
      ? [[5, message([1, packed(nodes.map(({ version = 0 }) => version))])] as const]
      : []),
    [8, packed(deltas(nodes.map(({ lat }) => units(lat))).map(zigzag))],
    [9, packed(deltas(nodes.map(({ lon }) => units(lon))).map(zigzag))],
    [10, packed(nodes.some(({ tags }) => tags !== undefined) ? keyValues : [])],
  )
  return block(strings, message([2, run]), granularity)
}

const waysBlock = (ways: readonly WaySpec[]): Uint8Array => {
  const strings = new Strings()
  const group = message(
    ...ways.map(({ id, nodes, locations, tags, version }) => {
      const { keys, values } = packTags(strings, tags)
      const refs = packed(deltas(nodes).map(zigzag))
      const units = (axis: 0 | 1): Uint8Array =>
        packed(deltas((locations ?? []).map((position) => Math.round(position[axis] * 1e7))).map(zigzag))
      const positions =
        locations === undefined
          ? []
          : ([
              [9, units(1)],
              [10, units(0)],
            ] as const)
      return [
        3,
        message([1, BigInt(id)], [2, keys], [3, values], [4, info(version)], [8, refs], ...positions),
      ] as const
    }),
  )
  return block(strings, group)
}

const relationsBlock = (relations: readonly RelationSpec[]): Uint8Array => {
  const strings = new Strings()
  const group = message(
    ...relations.map(({ id, members, tags, version, timestamp }) => {
      const { keys, values } = packTags(strings, tags)
      const fields = [
        [1, BigInt(id)],
        [2, keys],
        [3, values],
        [4, info(version, timestamp)],
        [8, packed(members.map(([, , role]) => strings.of(role)))],
        [9, packed(deltas(members.map(([, ref]) => ref)).map(zigzag))],
        [10, packed(members.map(([type]) => 'nwr'.indexOf(type)))],
      ] as const
      return [4, message(...fields)] as const
    }),
  )
  return block(strings, group)
}

const packTags = (strings: Strings, tags: Readonly<Record<string, string>> = {}) => ({
  keys: packed(Object.keys(tags).map((key) => strings.of(key))),
  values: packed(Object.values(tags).map((value) => strings.of(value))),
})

const info = (version?: number, timestamp?: number): Uint8Array =>
  message(
    ...(version === undefined ? [] : [[1, version] as const]),
    ...(timestamp === undefined ? [] : [[2, timestamp] as const]),
  )

const packed = (values: readonly (number | bigint)[]): Uint8Array => Uint8Array.from(values.flatMap(varint))

const deltas = (values: readonly ObjectId[]): bigint[] =>
  values.map((value, index) => BigInt(value) - (index === 0 ? 0n : BigInt(values[index - 1])))

const zigzag = (value: ObjectId): bigint => {
  const exact = BigInt(value)
  return exact < 0n ? -2n * exact - 1n : 2n * exact
}

/** Negative numbers take ten bytes, as `int64` wants. */
const varint = (value: number | bigint): number[] => {
  let rest = BigInt.asUintN(64, BigInt(value))
  const bytes: number[] = []
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128)
    rest >>= 7n
  }
  return [...bytes, Number(rest)]
}
