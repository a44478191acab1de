/** Refuses a folder for backups in the data directory: a backup there is lost with the data, and a restore would not know what it replaces. */
import { realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { BackupError } from '../../platform/backup/ports.ts'
import { isBucketAddress } from './open-place.ts'

/**
 * @param name of the folder in the message: what the caller has named it by
 * @throws BackupError if it is there, by whatever links
 */
export const requireOutside = async (address: string, dataDir: string, name = address): Promise<void> => {
  if (isBucketAddress(address)) return
  const below = relative(await realPathOf(resolve(dataDir)), await realPathOf(resolve(address)))
  if (below === '..' || /^\.\.[/\\]/.test(below) || isAbsolute(below)) return
  throw new BackupError(
    `${name} is ${below === '' ? '' : 'in '}the data directory ${resolve(dataDir)}, and backups there would be lost with the data. Name a new folder outside of it, best on another disk.`,
  )
}

/** Of a path that may not exist yet; what cannot be followed stays, because whatever uses the path next reports it. */
const realPathOf = async (path: string): Promise<string> => {
  const real = await realpath(path).catch(() => null)
  if (real !== null || dirname(path) === path) return real ?? path
  return join(await realPathOf(dirname(path)), basename(path))
}
