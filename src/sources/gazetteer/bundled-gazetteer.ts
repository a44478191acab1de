/** Opens the bundled gazetteer. */
import { open } from 'node:fs/promises'
import { GEONAMES_ATTRIBUTION } from '../../domain/boundary/attribution.ts'
import type { Gazetteer } from '../../domain/gazetteer/ports.ts'
import { unpackedFile } from '../packed-file.ts'
import { readGazetteer } from './read-gazetteer.ts'

/**
 * `packedIn` is the output directory of scripts/build-gazetteer.ts; `dataDirectory` is used only if `packedIn` is not
 * writable.
 */
export const openBundledGazetteer = async (packedIn: string, dataDirectory: string): Promise<Gazetteer> => {
  const path = await unpackedFile({ directory: packedIn, name: 'gazetteer', ending: 'bin' }, dataDirectory)
  return { attribution: GEONAMES_ATTRIBUTION, ...readGazetteer(await readWhole(path), path) }
}

/** Reads into a new buffer, so that the columns are aligned. */
const readWhole = async (path: string): Promise<ArrayBuffer> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const bytes = new Uint8Array(size)
    const { bytesRead } = await file.read(bytes, 0, size, 0)
    if (bytesRead < size) throw new Error(`${path} ends at byte ${bytesRead}: it is damaged.`)
    return bytes.buffer
  } finally {
    await file.close()
  }
}
