/** The land mask as the settings have it, the operator's own or the one that comes with Metes, with the coasts that were imported. */
import type { Coast, LandMask } from '../../domain/area/ports.ts'
import { closeAll } from '../../util/close-all.ts'
import { lazily } from '../../util/lazily.ts'
import { unpacked } from '../packed-file.ts'
import type { OnLandFileProgress } from './land-file-messages.ts'
import { tilesOfOwnLand } from './own-land.ts'
import { openRedrawnTiles, type RedrawnTiles } from './redrawn-tiles.ts'
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
  /** Does what the first question would wait for; ends with the signal's reason when that is aborted. @throws LandFileProblem */
  readonly prepare: (signal?: AbortSignal) => Promise<void>
  readonly close: () => Promise<void>
}

/** Nothing is unpacked or opened before the first question comes: most commands ask none. */
export const openLand = (options: LandOptions): OpenLandMask => {
  let signal: AbortSignal | undefined
  const coast = lazily(() => open(options, signal))
  return {
    landIn: async (boxes) => (await coast.get()).landIn(boxes),
    redraw: async (lines) => (await coast.get()).redraw(lines),
    prepare: async (given) => {
      signal = given
      await coast.get()
    },
    close: async () => {
      await (await coast.opened())?.close()
    },
  }
}

const open = async (
  { packedIn, dataDirectory, file, onProgress }: LandOptions,
  signal: AbortSignal | undefined,
): Promise<RedrawnTiles> => {
  const path =
    file === null
      ? await unpacked({ directory: packedIn, name: 'land', ending: 'tiles' }, dataDirectory)
      : await tilesOfOwnLand(file, dataDirectory, onProgress ?? (() => {}), signal)
  const mask = await openTileFile(path)
  const coast = openRedrawnTiles(mask, path, dataDirectory)
  return {
    ...coast,
    close: () => closeAll([coast.close, mask.close]),
  }
}
