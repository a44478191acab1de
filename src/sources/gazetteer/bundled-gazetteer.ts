/** Opens the bundled gazetteer. */
import { GEONAMES_ATTRIBUTION } from '../../domain/boundary/attribution.ts'
import type { Gazetteer, TownMap } from '../../domain/gazetteer/ports.ts'
import { unpackedFile } from '../packed-file.ts'
import { openPages } from './file-pages.ts'
import { readGazetteer } from './read-gazetteer.ts'

/**
 * `packedIn` is the output directory of scripts/build-gazetteer.ts; `otherDirectory` is used only if `packedIn` is not
 * writable.
 */
export const openBundledGazetteer = async (
  packedIn: string,
  otherDirectory: string,
): Promise<Gazetteer & TownMap> => {
  const path = await unpackedFile({ directory: packedIn, name: 'gazetteer', ending: 'bin' }, otherDirectory)
  return { attribution: GEONAMES_ATTRIBUTION, ...readGazetteer(openPages(path), path) }
}
