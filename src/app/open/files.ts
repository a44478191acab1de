/** Opens the storage of exported files. */
import { join } from 'node:path'
import { openFileStore } from '../../storage/files/open-files.ts'
import type { Opening } from './opening.ts'

const SWEEP_EVERY_MS = 600_000

export const openFiles = async ({ config, storage, clock, random }: Opening) => {
  const { filesUrl: url, dataDir, s3Defaults } = config
  const files = await openFileStore({ url, directory: join(dataDir, 'files'), s3Defaults }, { clock, random })
  const sweep = async (): Promise<void> => {
    const nowMs = clock.now()
    await storage.accountFiles.sweep(nowMs)
    await files.removeExpired(nowMs)
  }
  return {
    files,
    chores: [{ name: 'files: deleting expired files', everyMs: SWEEP_EVERY_MS, run: sweep }],
  }
}
