/** The land mask as the settings have it: the operator's own, or the one that comes with Metes. */
import type { LandMask } from '../../domain/area/ports.ts'
import { unpacked } from '../packed-file.ts'
import { type OnLandFileProgress, tilesOfOwnLand } from './own-land.ts'
import { openTileFile, type TileFile } from './tile-file.ts'

export interface LandOptions {
  /** Holds what scripts/build-land.ts wrote. */
  readonly packedIn: string
  /** Where tiles of an own mask are kept; of the bundled one only when `packedIn` cannot be written. */
  readonly dataDirectory: string
  /** The operator's own mask, null for the bundled one. */
  readonly file: string | null
  readonly onProgress?: OnLandFileProgress
}

export interface OpenLandMask extends LandMask {
  /** Does what the first question would wait for. @throws LandFileProblem */
  readonly prepare: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Nothing is unpacked or opened before the first question comes: most commands ask none. */
export const openLand = (options: LandOptions): OpenLandMask => {
  let opening: Promise<TileFile> | null = null
  const opened = (): Promise<TileFile> => {
    opening ??= open(options).catch((error) => {
      opening = null
      throw error
    })
    return opening
  }
  return {
    landIn: async (boxes) => (await opened()).landIn(boxes),
    prepare: async () => {
      await opened()
    },
    close: async () => {
      await (await opening)?.close()
    },
  }
}

const open = async ({ packedIn, dataDirectory, file, onProgress }: LandOptions): Promise<TileFile> =>
  openTileFile(
    file === null
      ? await unpacked({ directory: packedIn, name: 'land', ending: 'tiles' }, dataDirectory)
      : await tilesOfOwnLand(file, dataDirectory, onProgress ?? (() => {})),
  )
