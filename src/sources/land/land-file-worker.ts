/** Entry of the thread that cuts a land file into tiles: see `land-file-messages.ts`. */
import { rename, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { LandSource, LandTile } from '../../domain/area/ports.ts'
import { openCellSpool } from './cell-spool.ts'
import type { OnLandFileProgress } from './land-file-messages.ts'
import { type CutMessage, type CutOrder, draftsOf } from './land-file-messages.ts'
import { LandFileProblem } from './land-file-problem.ts'
import { LAND_FILE_READERS } from './land-file-readers.ts'
import { type LandPolygon, tilesOfPolygons } from './tiles-of-polygons.ts'
import { encodedTile, writeTileFile } from './write-tile-file.ts'

const tell = (message: CutMessage): void => parentPort?.postMessage(message)

/** Renames the file when it is complete: a process may be killed, and others may cut the same file. */
const cut = async ({ path, tiles }: CutOrder, onProgress: OnLandFileProgress): Promise<void> => {
  const { size } = await stat(path)
  const read = LAND_FILE_READERS[extname(path).toLowerCase()]
  const drafts = draftsOf(tiles)
  const spool = await openCellSpool(drafts.cells)
  try {
    let polygons = 0
    const counted = async function* (): AsyncGenerator<LandPolygon> {
      for await (const polygon of read(path, (bytes) => onProgress('reading', bytes / size))) {
        polygons++
        yield polygon
      }
    }
    let hasLand = false
    const encoded = async function* (): AsyncGenerator<LandTile> {
      for await (const tile of tilesOfPolygons(counted(), spool, (done) => onProgress('cutting', done))) {
        hasLand ||= tile.area !== 'none'
        yield encodedTile(tile)
      }
    }
    await writeTileFile(drafts.tiles, sourceOf(path), encoded())
    if (polygons === 0) throw new LandFileProblem('it has no polygons')
    if (!hasLand) throw new LandFileProblem('its polygons have no area')
    await rename(drafts.tiles, tiles)
  } finally {
    await spool.close()
  }
}

/** Properties that every usable land file has. */
const sourceOf = (path: string): LandSource => ({
  name: basename(path),
  url: 'https://osmdata.openstreetmap.de/data/land-polygons.html',
  attribution: '© OpenStreetMap contributors, ODbL 1.0',
})

/** Reports progress in steps of a hundredth. */
const byPercent = (onProgress: OnLandFileProgress): OnLandFileProgress => {
  let reported = ''
  return (phase, done) => {
    const now = `${phase} ${Math.floor(100 * done)}`
    if (now === reported) return
    reported = now
    onProgress(phase, done)
  }
}

try {
  await cut(
    workerData,
    byPercent((phase, done) => tell({ phase, done })),
  )
} catch (error) {
  if (!(error instanceof LandFileProblem)) throw error
  tell({ problem: error.message })
}
