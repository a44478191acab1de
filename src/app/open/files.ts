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
  // Commands run no chores. Nothing waits for it, and a failure is left to the next process.
  void files.removeExpired(systemClock.now()).catch(() => {})
  const sweep = async (): Promise<void> => {
    const nowMs = systemClock.now()
    await storage.accountFiles.sweep(nowMs)
    await files.removeExpired(nowMs)
  }
  return {
    files,
    // A bucket that does not answer now may answer later; a directory that cannot be written is a mistake of the operator.
    prepare: async () => (filesUrl === null ? files.check() : null),
    chores: [{ name: 'files: deleting expired files', everyMs: SWEEP_EVERY_MS, run: sweep }],
  }
}
