/**
 * Tiles of the mask redrawn from imported coastlines, in a separate file. A tile of the mask is either replaced completely
 * or kept, so every box belongs to exactly one of the two.
 */

import { rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Land, LandSource, LandTile, RedrawnCoast } from '../../domain/area/ports.ts'
import { type CoastLine, joinLines } from '../../domain/geometry/coastline/coast-line.ts'
import { redraw } from '../../domain/geometry/coastline/redraw-tiles.ts'
import { decodeRings } from '../../domain/geometry/codec.ts'
import { extentOf, inDegrees } from '../../domain/geometry/extent.ts'
import type { BBox } from '../../domain/geometry/rings.ts'
import type { TileBox } from '../../domain/geometry/tiles.ts'
import { withFileLock } from '../../storage/sql/file-lock.ts'
import { closeAll } from '../../util/close-all.ts'
import { lazilyByVersion } from '../../util/lazily.ts'
import { removeLeftovers } from '../../util/leftover-files.ts'
import { makeDirectory } from '../../util/make-directory.ts'
import { replaceFile } from '../../util/replace-file.ts'
import { unlessMissing } from '../../util/unless-missing.ts'
import { openTileFile, type TileFile } from './tile-file.ts'
import { TILE_SIZE } from './tile-size.ts'
import { encodedTile, writeTileFile } from './write-tile-file.ts'

const SOURCE: LandSource = {
  name: 'OpenStreetMap coastlines of imported extracts',
  url: 'https://www.openstreetmap.org/copyright',
  attribution: '© OpenStreetMap contributors, ODbL 1.0',
}

const EARTH: BBox = [-180, -90, 180, 90]

/** Margin around the lines, in degrees, in which the mask is examined. */
const MARGIN = 0.02

export type RedrawnTiles = ReturnType<typeof openRedrawnTiles>

/**
 * The file is named for the mask, because tiles of one mask do not fit another. `maskPath` is the path of the mask's tiles.
 */
export const openRedrawnTiles = (mask: TileFile, maskPath: string, dataDirectory: string) => {
  const path = join(dataDirectory, `coast-${basename(maskPath)}`)
  const opened = latestOf(path)

  const landIn = async (boxes: readonly BBox[]): Promise<Land> => {
    const [below, drawn] = [await mask.landIn(boxes), await opened.get()]
    if (drawn === null) return below
    const above = await drawn.landIn(boxes)
    if (above.tiles.length === 0) return below
    return {
      tiles: [...below.tiles.filter(({ box }) => !drawn.hasTileIn(box)), ...above.tiles],
      sources: [...above.sources, ...below.sources],
    }
  }
  const redrawLocked = async (lines: readonly CoastLine[]): Promise<RedrawnCoast> => {
    const { tiles } = await landIn(lines.map(boxAround))
    const replaced = new Set<string>()
    const fresh: LandTile[] = []
    const tooComplex: BBox[] = []
    const keepAsItIs = (box: TileBox): void => {
      tooComplex.push(inDegrees(box))
    }
    for (const { old, drawn } of redraw(tiles.map(decodedTile), lines, TILE_SIZE, keepAsItIs)) {
      replaced.add(old.box.join())
      for (const tile of drawn) fresh.push(encodedTile(tile))
    }
    if (replaced.size === 0) return { tiles: 0, tooComplex }
    const before = (await (await opened.get())?.landIn([EARTH]))?.tiles ?? []
    const kept = before.filter(({ box }) => !replaced.has(box.join()))
    await replaceTileFile(path, [...kept, ...fresh])
    return { tiles: replaced.size, tooComplex }
  }
  return {
    landIn,
    // Reads and rewrites everything under a lock: the second of two concurrent redraws must read the result of the first.
    redraw: (ways: readonly CoastLine[]): Promise<RedrawnCoast> =>
      withFileLock(`${path}.lock`, () => redrawLocked(joinLines(ways))),
    close: opened.close,
  }
}

const boxAround = (line: CoastLine): BBox => {
  const [west, south, east, north] = inDegrees(extentOf(line))
  return [
    Math.max(-180, west - MARGIN),
    Math.max(-90, south - MARGIN),
    Math.min(180, east + MARGIN),
    Math.min(90, north + MARGIN),
  ]
}

const decodedTile = ({ box, area }: LandTile) => ({
  box,
  area: typeof area === 'string' ? area : decodeRings(area),
})

/** Renames the file when it is complete: an import may be killed, and others read meanwhile. */
const replaceTileFile = async (path: string, tiles: readonly LandTile[]): Promise<void> => {
  await makeDirectory(dirname(path))
  removeLeftovers(dirname(path), /^coast-.*\.tiles\.(\d+)$/)
  const draft = `${path}.${process.pid}`
  try {
    await writeTileFile(draft, SOURCE, tiles)
    await replaceFile(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}

/** Opens the current file: an import by another process replaces it. */
const latestOf = (path: string) => {
  const all = new Set<TileFile>()
  const latest = lazilyByVersion(async () => {
    const file = await openTileFile(path)
    // Replaced files stay open for their readers, because imports are rare.
    all.add(file)
    return file
  })
  return {
    get: async (): Promise<TileFile | null> => {
      const mark = await markOf(path)
      return mark === null ? null : latest.get(mark)
    },
    close: async (): Promise<void> => {
      await latest.opened()
      await closeAll([...all].map((file) => file.close))
    },
  }
}

const markOf = async (path: string): Promise<string | null> => {
  const found = await stat(path).catch(unlessMissing)
  return found === null ? null : `${found.ino} ${found.size} ${found.mtimeMs}`
}
