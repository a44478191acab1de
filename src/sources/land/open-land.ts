/** Opens the land mask, the operator's own or the bundled one, with imported coasts. */
import type { LandMask, UpdatableLand } from '../../domain/area/ports.ts'
import { closeAll } from '../../util/close-all.ts'
import { lazily } from '../../util/lazily.ts'
import { unpackedFile } from '../packed-file.ts'
import type { OnLandFileProgress } from './cut-messages.ts'
import { type OwnLandFile, tilesOfOwnLand } from './own-land.ts'
import { openRedrawnTiles } from './redrawn-tiles.ts'
import { openTileFile } from './tile-file.ts'

export interface LandOptions {
  /** Output directory of scripts/build-land.ts. */
  readonly packedIn: string
  /** Directory for the tiles of an own mask, and for imported coasts. */
  readonly dataDirectory: string
  /** Directory for the bundled mask if `packedIn` is not writable; by default `dataDirectory`. */
  readonly otherDirectory?: string
  /** The operator's own mask; null for the bundled one. */
  readonly file: OwnLandFile | null
  readonly onProgress?: OnLandFileProgress
}

export interface OpenLandMask extends LandMask, UpdatableLand {
  /**
   * Does the work that the first query would wait for; rejects with the signal's reason on abort. @throws LandFileProblem
   */
  readonly prepare: (signal?: AbortSignal) => Promise<void>
  readonly close: () => Promise<void>
}

/** Unpacks and opens nothing before the first query: most commands make none. */
export const openLand = (options: LandOptions): OpenLandMask => {
  let signal: AbortSignal | undefined
  const coast = lazily(() => openMask(options, signal))
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

const openMask = async (
  { packedIn, dataDirectory, otherDirectory = dataDirectory, file, onProgress }: LandOptions,
  signal: AbortSignal | undefined,
) => {
  const path =
    file === null
      ? await unpackedFile({ directory: packedIn, name: 'land', ending: 'tiles' }, otherDirectory)
      : await tilesOfOwnLand(file, dataDirectory, onProgress ?? (() => {}), signal)
  const mask = await openTileFile(path)
  const coast = openRedrawnTiles(mask, path, dataDirectory)
  return {
    ...coast,
    close: () => closeAll([coast.close, mask.close]),
  }
}

/** Opens the bundled lakes and rivers, which the land mask counts as land. @param options as of `openLand` */
export const openWaters = ({
  packedIn,
  dataDirectory,
}: Pick<LandOptions, 'packedIn' | 'dataDirectory'>): LandMask & { readonly close: () => Promise<void> } => {
  const shores = lazily(async () =>
    openTileFile(await unpackedFile({ directory: packedIn, name: 'waters', ending: 'tiles' }, dataDirectory)),
  )
  return {
    landIn: async (boxes) => (await shores.get()).landIn(boxes),
    close: async () => {
      await (await shores.opened())?.close()
    },
  }
}
