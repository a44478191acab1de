/** Tiles of a set as a starting server draws them: by Metes from the zooms that it kept, by geojson-vt and vt-pbf from GeoJSON. */
import { placeInBlock } from '../../src/domain/tiles/block.ts'
import { drawTiles, type TilesTask } from '../../src/domain/tiles/draw-tile.ts'
import type { BlockFiles } from '../../src/domain/tiles/ports.ts'
import { MAX_ZOOM as FINEST_ZOOM, type TileAddress } from '../../src/domain/tiles/tile-grid.ts'
import { zoomOfFile } from '../../src/domain/tiles/zoom-file.ts'
import { peer } from './peer-packages.ts'

export type Drawn = readonly (Uint8Array | null)[]

/** Some tiles of a block. */
export interface BlockTiles {
  readonly block: TileAddress
  readonly members: readonly Uint8Array[]
  readonly features: TilesTask['features']
  readonly zooms: readonly {
    readonly zoom: number
    readonly file: string
    /** Those that have something in them, and the bytes of each. */
    readonly tiles: readonly TileAddress[]
    readonly sizes: readonly number[]
  }[]
}

export const VERSION = 'x'.repeat(43)

interface GeoJsonVt {
  getTile(z: number, x: number, y: number): { readonly features: readonly object[] } | null
}
type GeoJsonVtFactory = new (data: object, options: object) => GeoJsonVt
interface VtPbf {
  fromGeojsonVt(layers: Record<string, object>, options: object): Uint8Array
}
const geojsonVt = (await peer('geojson-vt')) as { default: GeoJsonVtFactory } | null
const vtPbf = (await peer('@maplibre/vt-pbf')) as VtPbf | null
export const hasTilePeers = geojsonVt !== null && vtPbf !== null

/** Reads a few files at once, as requests come. */
export const drawnFromFiles = async (blocks: readonly BlockTiles[], files: BlockFiles): Promise<Drawn> => {
  const drawn = await Promise.all(
    blocks.flatMap(({ block, features, zooms }) =>
      zooms.map(async ({ file, tiles }) =>
        drawTiles({
          zoom: zoomOfFile((await files.read(file))!, VERSION)!,
          places: tiles.map((tile) => placeInBlock(block, tile)),
          features,
        }),
      ),
    ),
  )
  return drawn.flat()
}

export const drawnByPeers = (collection: object, blocks: readonly BlockTiles[]): Drawn => {
  const index = indexOf(collection)
  return blocks
    .flatMap(({ zooms }) => zooms.flatMap(({ tiles }) => tiles))
    .map(({ z, x, y }) => {
      const tile = index.getTile(z, x, y)
      return tile === null || tile.features.length === 0 ? null : encodedTile(tile)
    })
}

/** As far as Metes draws, and no tile before it is asked for. */
const OPTIONS = { maxZoom: FINEST_ZOOM, indexMaxZoom: 0, indexMaxPoints: 0, extent: 4096, buffer: 64 }
export const encodedTile = (tile: object): Uint8Array =>
  vtPbf!.fromGeojsonVt({ boundaries: tile }, { version: 2, extent: 4096 })

export const indexOf = (collection: object): GeoJsonVt =>
  new geojsonVt!.default({ type: 'FeatureCollection', ...collection }, OPTIONS)
