/** The atlas that comes with Metes, as a `BoundarySource`. */
import type { BoundarySource } from '../../domain/catalog/ports.ts'
import { openAtlas } from '../../storage/sql/open-storage.ts'
import { unpacked } from '../packed-file.ts'

/** `packedIn` holds what scripts/build-atlas.ts wrote; `dataDirectory` is written to only when `packedIn` cannot be. */
export const openBundledAtlas = async (
  packedIn: string,
  dataDirectory: string,
): Promise<{ readonly source: BoundarySource; readonly close: () => Promise<void> }> =>
  openAtlas(await unpackedAtlas(packedIn, dataDirectory))

/** The path of the unpacked file. */
export const unpackedAtlas = (packedIn: string, dataDirectory: string): Promise<string> =>
  unpacked({ directory: packedIn, name: 'atlas', ending: 'db' }, dataDirectory)
