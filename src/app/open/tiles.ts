/** Opens `drawTiles`, which draws every tile of a set for an archive. */

import { attributionOf } from '../../domain/boundary/attribution.ts'
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import type { Catalog } from '../../domain/catalog/catalog.ts'
import type { GeometryRenderer } from '../../domain/render/renderer.ts'
import { drawAllTiles } from '../../domain/tiles/all-tiles.ts'
import { describeLayer } from '../../domain/tiles/describe-layer.ts'
import { WORLD_BOUNDS } from '../../domain/tiles/tile-grid.ts'
import { isInSet } from '../../domain/tiles/tile-set.ts'
import { createTiles, type TilesParts } from '../../domain/tiles/tiles.ts'
import type { Service } from '../service.ts'

interface TilesOpening {
  readonly catalog: Catalog
  readonly renderer: GeometryRenderer
  readonly maxBytes: number
  /** Bundled blocks. An archive needs each block once, so none is cached. */
  readonly bundled: TilesParts['bundled']
  /** Threads of the renderer for quick work, and the same number for long work. */
  readonly threads: number
}

export const openDrawTiles =
  ({ catalog, renderer, maxBytes, bundled, threads }: TilesOpening): Service['drawTiles'] =>
  async ({ country, ...request }) => {
    const place = country === null ? null : await catalog.find({ by: 'iso', code: country })
    if (place !== null && !place.found) return null
    const shown = (await catalog.withinBox([-180, -90, 180, 90])).filter(
      (each) => isInSet(each, request.set) && (country === null || each.country === country),
    )
    if (shown.length === 0) return null
    const tiles = createTiles({
      catalog,
      renderer,
      maxBytes,
      bundled,
      ...(country === null ? {} : { country }),
    })
    await drawAllTiles(tiles, {
      ...request,
      boxes: shown.map(({ bbox }) => bbox),
      // While threads for long work prepare blocks, threads for quick work draw others.
      atOnce: 2 * threads,
    })
    return {
      bounds: place === null ? WORLD_BOUNDS : boundsOf(place.record),
      metadata: {
        name: request.set === 'all' ? 'Boundaries' : `Boundaries: ${request.set}`,
        attribution: attributionOf(shown),
        type: 'overlay',
        vector_layers: [describeLayer(request.languages, request.maxZoom)],
      },
    }
  }

/** Widens a box across the antimeridian, which archives cannot express. */
const boundsOf = ({
  bbox: [west, south, east, north],
}: BoundaryRecord): readonly [number, number, number, number] =>
  west > east ? [-180, south, 180, north] : [west, south, east, north]
