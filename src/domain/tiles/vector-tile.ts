/** Puts a layer of a Mapbox Vector Tile together (version 2.1, https://github.com/mapbox/vector-tile-spec). */
import { FeatureTags, type TileAttributes } from './feature-tags.ts'
import { ProtobufWriter } from './protobuf.ts'

export interface TileLayer {
  readonly name: string
  /** Steps along the side of a tile. */
  readonly extent: number
  /** Of each feature that tiles may show. */
  readonly attributes: readonly TileAttributes[]
}

/** Field numbers of the specification's `vector_tile.proto`. */
const TILE = { layers: 3 } as const
const LAYER = { name: 1, features: 2, keys: 3, values: 4, extent: 5, version: 15 } as const
const FEATURE = { tags: 2 } as const
const VERSION = 2

/** Writes the tiles of a layer one after the other, each from `begin` to `end`. */
export class TileWriter {
  private readonly layer: TileLayer
  private readonly tags: FeatureTags
  private readonly content = new ProtobufWriter(8_192)
  private features = 0
  private layerAt = 0

  constructor(layer: TileLayer) {
    this.layer = layer
    this.tags = new FeatureTags(layer.attributes)
  }

  begin(): void {
    this.features = 0
    this.content.at = 0
    this.layerAt = this.content.begin(TILE.layers, EXPECTED_TILE_BYTES)
    this.content.number(LAYER.version, VERSION)
    this.content.textField(LAYER.name, this.layer.name)
    this.tags.begin()
  }

  /** Adds a feature, by its place in the list of attributes: its geometry is `bytes` from `start` up to `end`, as `GeometryEncoder` writes it. */
  add(feature: number, bytes: Uint8Array, start: number, end: number): void {
    const { content, tags } = this
    const tagsBytes = 2 * tags.countOf(feature)
    const featureBytes = end - start + tagsBytes + BYTES_A_FEATURE
    const featureAt = content.begin(LAYER.features, featureBytes)
    const tagsAt = content.begin(FEATURE.tags, tagsBytes)
    tags.write(feature, content)
    content.end(tagsAt, tagsBytes)
    content.copy(bytes, start, end)
    content.end(featureAt, featureBytes)
    this.features++
  }

  /** The tile; null without features. */
  end(): Uint8Array | null {
    if (this.features === 0) return null
    const { content, layer } = this
    this.tags.writeLists(content, LAYER.keys, LAYER.values)
    content.number(LAYER.extent, layer.extent)
    content.end(this.layerAt, EXPECTED_TILE_BYTES)
    return content.drain().slice()
  }
}

/** What most take, so that lengths seldom have to be moved. */
const BYTES_A_FEATURE = 2
const EXPECTED_TILE_BYTES = 10_000
