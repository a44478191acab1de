/** Opens the storage of exported files. */
import { join } from 'node:path'
import { openFileStore } from '../../storage/files/open-files.ts'
import { systemClock } from '../../util/clock.ts'
import { systemRandom } from '../../util/random.ts'
import type { Opening } from './opening.ts'

const SWEEP_EVERY_MS = 600_000

export const openFiles = async ({ config: { filesUrl, dataDir, s3Defaults }, storage }: Opening) => {
  const files = await openFileStore(
    { url: filesUrl, directory: join(dataDir, 'files'), s3Defaults },
    { clock: systemClock, random: systemRandom },
  )
  const sweep = async (): Promise<void> => {
    const nowMs = systemClock.now()
    await storage.accountFiles.sweep(nowMs)
    await files.removeExpired(nowMs)
  }
  return {
    files,
    chores: [{ name: 'files: deleting expired files', everyMs: SWEEP_EVERY_MS, run: sweep }],
  }
}
