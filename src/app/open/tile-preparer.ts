/** Opens the preparation of tiles that ends an import. */
import type { Catalog } from '../../domain/catalog/catalog.ts'
import type { TileRenderer } from '../../domain/render/renderer.ts'
import type { TilePreparer } from '../../domain/tiles/ports.ts'
import { createTilePreparer } from '../../domain/tiles/prepare-blocks.ts'
import { createTiles, type TilesParts } from '../../domain/tiles/tiles.ts'
import type { Opening } from './opening.ts'

interface TilePreparerOpening extends Pick<Opening, 'config' | 'log'> {
  readonly catalog: Catalog
  readonly renderer: TileRenderer
  readonly blocks: Pick<TilesParts, 'files' | 'bundled'>
}

export const openTilePreparer = ({
  config,
  log,
  catalog,
  renderer,
  blocks,
}: TilePreparerOpening): TilePreparer =>
  createTilePreparer({
    tiles: createTiles({ ...blocks, catalog, renderer, maxBytes: config.cacheBytes }),
    atOnce: config.workers,
    onFailure: (error, block) =>
      log.warn({ error, block }, 'tiles cannot be prepared; their first request tries again'),
  })
