/** Cuts a land file into tiles, in a thread: parsing a text or cutting a cell may block for seconds. */
import { stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { defineWork, type Exchange } from '../../compute/work.ts'
import type { LandSource, LandTile } from '../../domain/area/ports.ts'
import { replaceFile } from '../../util/replace-file.ts'
import { openCellSpool } from './cell-spool.ts'
import type { OnLandFileProgress } from './cut-messages.ts'
import { type CutOrder, type CutProgress, draftsOf } from './cut-messages.ts'
import { LandFileProblem } from './land-file-problem.ts'
import { LAND_FILE_READERS } from './land-file-readers.ts'
import { type LandPolygon, tilesOfPolygons } from './tiles-of-polygons.ts'
import { encodedTile, writeTileFile } from './write-tile-file.ts'

/** Renames the file when it is complete: a process may be killed, and others may cut the same file. */
const cutLandFile = async (
  { path, tiles }: CutOrder,
  { report }: Exchange<never, CutProgress>,
): Promise<void> => {
  const onProgress = byPercent((phase, done) => report({ phase, done }))
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
    await writeTileFile(drafts.tiles, landSourceOf(path), encoded())
    if (polygons === 0) throw new LandFileProblem('it has no polygons')
    if (!hasLand) throw new LandFileProblem('its polygons have no area')
    await replaceFile(drafts.tiles, tiles)
  } finally {
    await spool.close()
  }
}

/** Properties that every usable land file has. */
const landSourceOf = (path: string): LandSource => ({
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

export const cutLandWork = defineWork({
  module: import.meta.url,
  name: 'cutLandWork',
  run: cutLandFile,
  errorOf: ({ name, message }) => (name === 'LandFileProblem' ? new LandFileProblem(message) : null),
})
