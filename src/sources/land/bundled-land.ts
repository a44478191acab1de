/** The land mask that comes with Metes. It is unpacked and opened when the first question comes: most commands ask none. */
import type { LandMask } from '../../domain/area/ports.ts'
import { unpacked } from '../packed-file.ts'
import { openTileFile, type TileFile } from './tile-file.ts'

export interface OpenLandMask extends LandMask {
  readonly close: () => Promise<void>
}

/** `packedIn` holds what scripts/build-land.ts wrote; `dataDirectory` is written to only when `packedIn` cannot be. */
export const openBundledLand = (packedIn: string, dataDirectory: string): OpenLandMask =>
  openLazily(async () =>
    openTileFile(await unpacked({ directory: packedIn, name: 'land', ending: 'tiles' }, dataDirectory)),
  )

const openLazily = (open: () => Promise<TileFile>): OpenLandMask => {
  let opening: Promise<TileFile> | null = null
  const opened = (): Promise<TileFile> => {
    opening ??= open().catch((error) => {
      opening = null
      throw error
    })
    return opening
  }
  return {
    landIn: async (boxes) => (await opened()).landIn(boxes),
    close: async () => {
      await (await opening)?.close()
    },
  }
}
