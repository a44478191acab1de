/** Opens the tiles: their blocks, the base map, the preparation that ends an import, and `tileDrawer`, which draws every tile of a set for an archive. */
import { join } from 'node:path'
import type { Compute } from '../../compute/port.ts'
import type { LandMask } from '../../domain/area/ports.ts'
import { attributionOf } from '../../domain/boundary/attribution.ts'
import type { Catalog } from '../../domain/catalog/catalog.ts'
import type { BBox } from '../../domain/geometry/rings.ts'
import { type AllTilesRequest, drawAllTiles } from '../../domain/tiles/all-tiles.ts'
import { archiveBounds } from '../../domain/tiles/archive-bounds.ts'
import { createBaseTiles } from '../../domain/tiles/base-tiles.ts'
import { describeLayer } from '../../domain/tiles/describe-layer.ts'
import { createTilePreparer } from '../../domain/tiles/prepare-blocks.ts'
import { isInSet } from '../../domain/tiles/tile-set.ts'
import { createTiles, type TilesParts } from '../../domain/tiles/tiles.ts'
import { openWaters } from '../../sources/land/open-land.ts'
import { openBlockFiles } from '../../storage/files/block-files.ts'
import { openBundledBlocks } from '../../storage/files/bundled-blocks.ts'
import type { CatalogParts } from './catalog.ts'
import { BUNDLED_DATA, type Opening } from './opening.ts'

export type TileParts = ReturnType<typeof openTiles>

export const openTiles = (
  { config, log }: Opening,
  { storedCatalog: catalog, lexicon }: CatalogParts,
  land: LandMask,
  compute: Compute,
) => {
  const { cacheBytes: maxBytes, workers, dataDir } = config
  const blocks = {
    files: openBlockFiles(join(dataDir, 'tiles'), log),
    bundled: openBundledBlocks(`${BUNDLED_DATA}/tiles`),
  }
  const shared = { catalog, compute, maxBytes }
  const waters = openWaters({ packedIn: `${BUNDLED_DATA}/land`, dataDirectory: dataDir })
  return {
    blocks,
    baseTiles: createBaseTiles({ land, waters, towns: async () => (await lexicon()).towns, compute }),
    close: waters.close,
    tilePreparer: createTilePreparer({
      tiles: createTiles({ ...shared, ...blocks }),
      atOnce: workers,
      onFailure: (error, block) =>
        log.warn({ error, block }, 'preparing tiles failed; the first request for them tries again'),
    }),
    // An archive needs each block once, so none is stored.
    drawTiles: tileDrawer({ ...shared, bundled: blocks.bundled }, workers),
  }
}

const WORLD: BBox = [-180, -90, 180, 90]

/** @param threads for interactive work, and the same number for long work */
const tileDrawer =
  (parts: TilesParts & { readonly catalog: Catalog }, threads: number) =>
  async ({
    country,
    ...request
  }: Omit<AllTilesRequest, 'boxes' | 'atOnce'> & { readonly country: string | null }) => {
    const { catalog } = parts
    const place = country === null ? null : await catalog.find({ by: 'iso', code: country })
    if (place !== null && !place.found) return null
    const shown = (await catalog.withinBox(WORLD)).filter(
      (each) => isInSet(each, request.set) && (country === null || each.country === country),
    )
    if (shown.length === 0) return null
    const tiles = createTiles({ ...parts, ...(country === null ? {} : { country }) })
    await drawAllTiles(tiles, {
      ...request,
      boxes: shown.map(({ bbox }) => bbox),
      // While threads for long work prepare blocks, threads for interactive work draw others.
      atOnce: 2 * threads,
    })
    const bbox = place === null ? WORLD : place.record.bbox
    return {
      ...archiveBounds(bbox),
      metadata: {
        name: request.set === 'all' ? 'Boundaries' : `Boundaries: ${request.set}`,
        attribution: attributionOf(shown),
        type: 'overlay',
        vector_layers: [describeLayer(request.languages, request.maxZoom)],
      },
    }
  }
