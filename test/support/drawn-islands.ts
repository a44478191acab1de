/** A small mask of open sea, with one island to draw into each of its tiles. */
import { join } from 'node:path'
import type { CoastLine } from '../../src/domain/geometry/coastline/coast-line.ts'
import { openRedrawnTiles, type RedrawnTiles } from '../../src/sources/land/redrawn-tiles.ts'
import { openTileFile, type TileFile } from '../../src/sources/land/tile-file.ts'
import { writeTileFile } from '../../src/sources/land/write-tile-file.ts'

export const ISLANDS = 40

const UNITS = 1e7
const SIDE = UNITS / 100

/** One for each tile: a square, a hundredth of a degree wide, in its middle. */
export const islandLines = (island: number): readonly CoastLine[] => {
  const [x, y] = [(island + 0.5) * UNITS, 0.5 * UNITS]
  return [Int32Array.of(x, y, x + SIDE, y, x + SIDE, y + SIDE, x, y + SIDE, x, y)]
}

const maskIn = (directory: string): string => join(directory, 'sea.tiles')

/** The mask without islands. */
export const writeSea = (directory: string): Promise<void> =>
  writeTileFile(
    maskIn(directory),
    { name: 'Sea', url: 'https://sea.example', attribution: '© nobody' },
    Array.from({ length: ISLANDS }, (_, i) => ({
      box: [i * UNITS, 0, (i + 1) * UNITS, UNITS] as const,
      area: 'none' as const,
    })),
  )

export const openCoast = async (
  directory: string,
  wrapped: (mask: TileFile) => TileFile = (mask) => mask,
): Promise<RedrawnTiles> => {
  const path = maskIn(directory)
  const mask = await openTileFile(path)
  const coast = openRedrawnTiles(wrapped(mask), path, directory)
  return {
    ...coast,
    close: async () => {
      await coast.close()
      await mask.close()
    },
  }
}

/** The islands that are drawn, by number. */
export const drawnIslands = async (directory: string): Promise<readonly number[]> => {
  const coast = await openCoast(directory)
  const { tiles } = await coast.landIn([[0, 0, ISLANDS, 1]])
  await coast.close()
  return [
    ...new Set(tiles.filter(({ area }) => area !== 'none').map(({ box }) => Math.floor(box[0] / UNITS))),
  ].sort((a, b) => a - b)
}
