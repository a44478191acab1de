/** A renderer in the calling thread, for commands that make one call and exit. */
import { drawArea } from '../domain/area/draw-area.ts'
import { beginCollectionFile } from '../domain/collections/collection-file.ts'
import { locateDisputes } from '../domain/render/locate-disputes.ts'
import { indexGeometry, locatePoints } from '../domain/render/locate-points.ts'
import { renderFile } from '../domain/render/render-file.ts'
import { renderGeometry } from '../domain/render/render-geometry.ts'
import { type GeometryRenderer, loaded } from '../domain/render/renderer.ts'
import { unite } from '../domain/render/unite.ts'
import { prepareBlock } from '../domain/tiles/block.ts'
import { drawTiles } from '../domain/tiles/draw-tile.ts'
import { encodeZoom } from '../domain/tiles/zoom-tiles.ts'

export const createInlineRenderer = (): GeometryRenderer => ({
  render: async (task) => renderGeometry(task),
  renderFile: async (task) => renderFile(task),
  locatePoints: async (task) => locatePoints(task),
  indexGeometry: async (geometry) => indexGeometry(geometry),
  locateDisputes: async (task) => locateDisputes(task),
  unite: async (task, signal) => {
    signal?.throwIfAborted()
    return unite(await loaded(task))
  },
  drawArea: async (task, signal) => {
    signal?.throwIfAborted()
    return drawArea(await loaded(task))
  },
  expectCollection: () => {},
  writeCollection: async (task, batches, signal) => {
    const file = beginCollectionFile(task)
    for await (const batch of batches) {
      signal?.throwIfAborted()
      file.add(batch)
    }
    return file.end()
  },
  prepareBlock: async (task) => prepareBlock(await loaded(task)),
  encodeZoom: async (task) => encodeZoom(task),
  drawTiles: async (task) => drawTiles(task),
  close: async () => {},
})
