/**
 * The operator's own land mask, such as OpenStreetMap's land polygons in full detail. It is cut into tiles once, and they
 * stay in the data directory until the file changes.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import type { Compute } from '../../compute/port.ts'
import { removeLeftovers } from '../../util/leftover-files.ts'
import { makeDirectory } from '../../util/make-directory.ts'
import { SERVICE } from '../../util/work-owner.ts'
import { cutLandWork } from './cut-land-file.ts'
import { type CutOrder, draftsOf, type OnLandFileProgress } from './cut-messages.ts'
import { LandFileProblem } from './land-file-problem.ts'
import { LAND_FILE_ENDINGS } from './land-file-readers.ts'

/** Part of the tiles' file name: increase it when the cutting changes. */
const EDITION = 2
const NAME_DIGITS = 16
/** Matches temporary files; the group is the process id. */
const DRAFTS = /^own-land-[0-9a-f]{16}\.tiles\.(\d+)(?:\.cells)?$/
const TILES = /^own-land-[0-9a-f]{16}\.tiles$/

export interface OwnLandFile {
  readonly path: string
  /** The lane for imports takes as much time and memory as the file needs. */
  readonly compute: Compute
}

/** Returns the path of a file's tiles. Rejects with the signal's reason as soon as it is aborted. @throws LandFileProblem */
export const tilesOfOwnLand = async (
  { path, compute }: OwnLandFile,
  dataDirectory: string,
  onProgress: OnLandFileProgress,
  signal?: AbortSignal,
): Promise<string> => {
  const { size, mtimeMs } = await checkOwnLand(path)
  const key = createHash('sha256')
    .update(JSON.stringify([resolve(path), size, mtimeMs, EDITION]))
    .digest('hex')
  const tiles = join(dataDirectory, `own-land-${key.slice(0, NAME_DIGITS)}.tiles`)
  if (existsSync(tiles)) return tiles

  await makeDirectory(dataDirectory)
  removeLeftovers(dataDirectory, DRAFTS)
  signal?.throwIfAborted()
  onProgress('reading', 0)
  await cutInThread({ path, tiles }, compute, onProgress, signal)
  await removeOthers(dataDirectory, tiles)
  return tiles
}

/** Checks a file without reading it. @throws LandFileProblem */
export const checkOwnLand = async (path: string) => {
  const ending = extname(path).toLowerCase()
  if (ending === '.zip') throw new LandFileProblem('it is packed; unpack it and name the .shp in it')
  if (!LAND_FILE_ENDINGS.includes(ending))
    throw new LandFileProblem(`its name must end in one of ${LAND_FILE_ENDINGS.join(', ')}`)
  const stats = await stat(path).catch((error) => {
    throw new LandFileProblem(`it cannot be read (${error instanceof Error ? error.message : error})`)
  })
  if (!stats.isFile()) throw new LandFileProblem('it is not a regular file')
  return { size: stats.size, mtimeMs: stats.mtimeMs }
}

const cutInThread = async (
  order: CutOrder,
  compute: Compute,
  onProgress: OnLandFileProgress,
  signal: AbortSignal | undefined,
): Promise<void> => {
  try {
    await compute.run(cutLandWork, order, {
      lane: 'import',
      owner: SERVICE,
      signal,
      onReport: ({ phase, done }) => onProgress(phase, done),
    })
  } finally {
    for (const draft of Object.values(draftsOf(order.tiles))) await rm(draft, { force: true })
  }
}

const removeOthers = async (directory: string, kept: string): Promise<void> => {
  const others = (await readdir(directory)).filter((name) => TILES.test(name) && name !== basename(kept))
  await Promise.allSettled(others.map((name) => rm(join(directory, name))))
}
