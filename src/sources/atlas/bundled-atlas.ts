/** The bundled atlas as a `BoundarySource`. */
import type { BoundarySource } from '../../domain/catalog/ports.ts'
import { openAtlas } from '../../storage/sql/open-storage.ts'
import { unpacked } from '../packed-file.ts'

/** `packedIn` is the directory that scripts/build-atlas.ts wrote to; `dataDirectory` is used only when `packedIn` is not writable. */
export const openBundledAtlas = async (
  packedIn: string,
  dataDirectory: string,
): Promise<{ readonly source: BoundarySource; readonly close: () => Promise<void> }> =>
  openAtlas(await unpackedAtlas(packedIn, dataDirectory))

/** The path of the unpacked file. */
export const unpackedAtlas = (packedIn: string, dataDirectory: string): Promise<string> =>
  unpacked({ directory: packedIn, name: 'atlas', ending: 'db' }, dataDirectory)
