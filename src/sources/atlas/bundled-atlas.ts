/** Opens the bundled atlas as a `BoundarySource`. */
import type { BoundarySource } from '../../domain/catalog/ports.ts'
import { openAtlasFile } from '../../storage/sql/open-storage.ts'
import { unpackedFile } from '../packed-file.ts'

/**
 * `packedIn` is the output directory of scripts/build-atlas.ts; `dataDirectory` is used only if `packedIn` is not writable.
 */
export const openBundledAtlas = async (
  packedIn: string,
  dataDirectory: string,
): Promise<{ readonly source: BoundarySource; readonly close: () => Promise<void> }> =>
  openAtlasFile(await unpackedAtlas(packedIn, dataDirectory))

/** Returns the path of the unpacked file. */
export const unpackedAtlas = (packedIn: string, dataDirectory: string): Promise<string> =>
  unpackedFile({ directory: packedIn, name: 'atlas', ending: 'db' }, dataDirectory)
