/**
 * A land mask of the operator's own, such as OpenStreetMap's land polygons in full detail. It is cut into tiles once and kept in the data
 * directory, until the file changes.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import type { LandSource, LandTile } from '../../domain/area/ports.ts'
import type { Tile } from '../../domain/geometry/tiles.ts'
import { removeLeftovers } from '../leftovers.ts'
import { openCellSpool } from './cell-spool.ts'
import { LandFileProblem } from './land-file-problem.ts'
import { readGeoJson, readGeoJsonLines } from './read-geojson.ts'
import { readShapefile } from './read-shapefile.ts'
import { tilesOfRings } from './tiles-of-rings.ts'
import { encodedTile, writeTileFile } from './write-tile-file.ts'

/** How far the work on a file is, from 0 to 1: each phase begins anew. */
export type OnLandFileProgress = (phase: 'reading' | 'cutting', done: number) => void

type Read = (path: string, onBytes: (bytes: number) => void) => AsyncGenerator<Int32Array>

const READERS: Readonly<Record<string, Read>> = {
  '.shp': readShapefile,
  '.geojson': readGeoJson,
  '.json': readGeoJson,
  '.geojsonl': readGeoJsonLines,
  '.geojsons': readGeoJsonLines,
  '.geojsonseq': readGeoJsonLines,
  '.ndjson': readGeoJsonLines,
}

/** Belongs to the name of the tiles: another way to cut is another file. */
const EDITION = 1
const NAME_DIGITS = 16
/** The number of the process, and of which of its two files. */
const DRAFTS = /^own-land-[0-9a-f]{16}\.tiles\.(\d+)(?:\.cells)?$/
const TILES = /^own-land-[0-9a-f]{16}\.tiles$/

/** The path of the tiles of a file. @throws LandFileProblem */
export const tilesOfOwnLand = async (
  path: string,
  dataDirectory: string,
  onProgress: OnLandFileProgress,
): Promise<string> => {
  const { read, size, mtimeMs } = await checkOwnLand(path)
  const key = createHash('sha256')
    .update(JSON.stringify([resolve(path), size, mtimeMs, EDITION]))
    .digest('hex')
  const tiles = join(dataDirectory, `own-land-${key.slice(0, NAME_DIGITS)}.tiles`)
  if (existsSync(tiles)) return tiles

  await mkdir(dataDirectory, { recursive: true })
  removeLeftovers(dataDirectory, DRAFTS)
  onProgress('reading', 0)
  const rings = read(path, (bytes) => onProgress('reading', bytes / size))
  await build(tiles, rings, sourceOf(path), (done) => onProgress('cutting', done))
  await removeOthers(dataDirectory, tiles)
  return tiles
}

/** What can be said of a file without reading it. @throws LandFileProblem */
export const checkOwnLand = async (path: string) => {
  const ending = extname(path).toLowerCase()
  const read = READERS[ending]
  if (ending === '.zip') throw new LandFileProblem('it is packed; unpack it and name the .shp in it')
  if (read === undefined)
    throw new LandFileProblem(`its name must end in one of ${Object.keys(READERS).join(', ')}`)
  try {
    const { size, mtimeMs } = await stat(path)
    return { read, size, mtimeMs }
  } catch (error) {
    throw new LandFileProblem(`it cannot be read (${error instanceof Error ? error.message : error})`)
  }
}

/** The name appears when all bytes are there: any process may be killed, and others may build the same. */
const build = async (
  path: string,
  rings: AsyncGenerator<Int32Array>,
  source: LandSource,
  onCut: (done: number) => void,
): Promise<void> => {
  const draft = `${path}.${process.pid}`
  const spool = await openCellSpool(`${draft}.cells`)
  try {
    let hasLand = false
    const seen = async function* (): AsyncGenerator<Int32Array> {
      for await (const ring of rings) {
        hasLand ||= ring.length >= 6
        yield ring
      }
    }
    await writeTileFile(draft, source, encoded(tilesOfRings(seen(), spool, onCut)))
    if (!hasLand) throw new LandFileProblem('it has no polygons')
    await rename(draft, path)
  } finally {
    await spool.close()
    await rm(draft, { force: true })
  }
}

async function* encoded(tiles: AsyncIterable<Tile>): AsyncGenerator<LandTile> {
  for await (const tile of tiles) yield encodedTile(tile)
}

/** What files of land that are worth setting have in common. */
const sourceOf = (path: string): LandSource => ({
  name: basename(path),
  url: 'https://osmdata.openstreetmap.de/data/land-polygons.html',
  attribution: '© OpenStreetMap contributors, ODbL 1.0',
})

const removeOthers = async (directory: string, kept: string): Promise<void> => {
  const others = (await readdir(directory)).filter((name) => TILES.test(name) && name !== basename(kept))
  await Promise.allSettled(others.map((name) => rm(join(directory, name))))
}
