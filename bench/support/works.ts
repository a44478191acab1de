/** What is done with stored boundaries in a thread, as functions of the boundaries. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drawArea } from '../../src/domain/area/draw-area.ts'
import type { LandTile } from '../../src/domain/area/ports.ts'
import { createCollectionFile } from '../../src/domain/collections/collection-file.ts'
import { unite } from '../../src/domain/files/unite.ts'
import { encodeRings } from '../../src/domain/geometry/codec.ts'
import { divideIntoTiles } from '../../src/domain/geometry/divide-into-tiles.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'
import { prepareBlock, tilesOf, zoomsOf } from '../../src/domain/tiles/block.ts'
import { drawTiles } from '../../src/domain/tiles/draw-tile.ts'
import { MAX_ZOOM, tileAt } from '../../src/domain/tiles/tile-grid.ts'
import { encodeZoom } from '../../src/domain/tiles/zoom-tiles.ts'
import { ringsOf } from '../../test/support/shapes.ts'

const OUTPUT = { detail: 'medium', precision: 5, format: 'geojson' } as const
const BLOCK_ZOOM = 3

/** A round island in the midst of the boundaries, whose coast has so many positions. */
const islandTiles = (positions: number): readonly LandTile[] => {
  const coast = Array.from({ length: positions }, (_, at) => {
    const angle = (2 * Math.PI * at) / positions
    return [5 + 4 * Math.cos(angle), 45 + 4 * Math.sin(angle)] as const
  })
  const box = [-1_800_000_000, -900_000_000, 1_800_000_000, 900_000_000] as const
  const tiles = divideIntoTiles(ringsOf([[coast]]), {
    box,
    unit: 1,
    mostPositions: 3_000,
    leastSide: 500_000,
  })
  return Array.from(tiles, ({ box, area }) => ({
    box,
    area: typeof area === 'string' ? area : encodeRings(area),
  }))
}

export const WORKS: Readonly<
  Record<string, (boundaries: readonly Rings[], encoded: readonly Uint8Array[]) => void>
> = {
  union: (_, include) => {
    unite({ ...OUTPUT, include, exclude: [], properties: {} })
  },
  collection: (boundaries, rings) => {
    const directory = mkdtempSync(join(tmpdir(), 'metes-bench-works-'))
    const meta = { title: 'Squares', attribution: '', bbox: [0, 40, 10, 50], provenance: null } as const
    const file = createCollectionFile({ ...OUTPUT, meta, directory })
    const attributes = boundaries.map((_, index) => ({
      id: `r${index}`,
      bbox: [0, 40, 10, 50] as const,
      properties: { name: `Town ${index}` },
    }))
    file.add({ attributes, rings })
    file.end()
    rmSync(directory, { recursive: true })
  },
  tiles: (boundaries, members) => {
    const block = tileAt([5, 45], BLOCK_ZOOM)
    const coverage = prepareBlock({ block, members })
    for (const zoom of zoomsOf(block, MAX_ZOOM)) {
      const places = [...tilesOf(block, zoom).keys()]
      const features = boundaries.map((_, member) => ({ member, attributes: { name: `Town ${member}` } }))
      drawTiles({ zoom: encodeZoom({ block, coverage, zoom }), places, features })
    }
  },
  area: (boundaries, encoded) => {
    const positions = boundaries.reduce((sum, { coords }) => sum + coords.length / 2, 0)
    drawArea({
      ...OUTPUT,
      boundaries: encoded.map((rings, index) => ({ text: `Town ${index}`, rings, hasCoastOfMask: false })),
      parts: encoded.map((_, polygon) => ({ polygon, except: [] })),
      land: islandTiles(positions),
      disputes: [],
      seed: null,
      summary: '',
      properties: {},
      notes: [],
    })
  },
}
