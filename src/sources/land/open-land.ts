/** The land mask as the settings have it, the operator's own or the one that comes with Metes, with the coasts that were imported. */
import type { Coast, LandMask } from '../../domain/area/ports.ts'
import { unpacked } from '../packed-file.ts'
import { type DrawnCoast, openDrawnCoast } from './drawn-coast.ts'
import { type OnLandFileProgress, tilesOfOwnLand } from './own-land.ts'
import { openTileFile } from './tile-file.ts'

export interface LandOptions {
  /** Holds what scripts/build-land.ts wrote. */
  readonly packedIn: string
  /** Where tiles of an own mask are kept; of the bundled one only when `packedIn` cannot be written. */
  readonly dataDirectory: string
  /** The operator's own mask, null for the bundled one. */
  readonly file: string | null
  readonly onProgress?: OnLandFileProgress
}

export interface OpenLandMask extends LandMask, Coast {
  /** Does what the first question would wait for. @throws LandFileProblem */
  readonly prepare: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Nothing is unpacked or opened before the first question comes: most commands ask none. */
export const openLand = (options: LandOptions): OpenLandMask => {
  let opening: Promise<DrawnCoast> | null = null
  const opened = (): Promise<DrawnCoast> => {
    opening ??= open(options).catch((error) => {
      opening = null
      throw error
    })
    return opening
  }
  return {
    landIn: async (boxes) => (await opened()).landIn(boxes),
    redraw: async (lines) => (await opened()).redraw(lines),
    prepare: async () => {
      await opened()
    },
    close: async () => {
      await (await opening)?.close()
    },
  }
}

const open = async ({ packedIn, dataDirectory, file, onProgress }: LandOptions): Promise<DrawnCoast> => {
  const path =
    file === null
      ? await unpacked({ directory: packedIn, name: 'land', ending: 'tiles' }, dataDirectory)
      : await tilesOfOwnLand(file, dataDirectory, onProgress ?? (() => {}))
  const mask = await openTileFile(path)
  const coast = openDrawnCoast(mask, path, dataDirectory)
  return {
    ...coast,
    close: async () => {
      await coast.close()
      await mask.close()
    },
  }
}
