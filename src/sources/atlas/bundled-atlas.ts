/** Opens the bundled atlas as a `BoundarySource`. */
import type { BoundarySource } from '../../domain/catalog/ports.ts'
import { openAtlasFile } from '../../storage/sql/open-storage.ts'
import { unpackedFile } from '../packed-file.ts'

/**
 * `packedIn` is the output directory of scripts/build-atlas.ts; `otherDirectory` is used only if `packedIn` is not writable.
 */
export const openBundledAtlas = async (
  packedIn: string,
  otherDirectory: string,
): Promise<{ readonly source: BoundarySource; readonly close: () => Promise<void> }> =>
  openAtlasFile(await unpackedAtlas(packedIn, otherDirectory))

/** Returns the path of the unpacked file. */
export const unpackedAtlas = (packedIn: string, otherDirectory: string): Promise<string> =>
  unpackedFile({ directory: packedIn, name: 'atlas', ending: 'db' }, otherDirectory)
