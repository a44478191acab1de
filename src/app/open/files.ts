/** Opens the storage of exported files. */
import { join } from 'node:path'
import { openFileStore } from '../../storage/files/open-files.ts'
import { traced } from '../../util/tracing.ts'
import type { Opening } from './opening.ts'

const SWEEP_EVERY_MS = 600_000
/** Each check of a bucket is a paid request. */
const BUCKET_CHECK_EVERY_MS = 10_000

export const openFiles = async ({ config, storage, clock, random }: Opening) => {
  const { filesUrl: url, dataDir, s3Defaults } = config
  const directory = join(dataDir, 'files')
  const files = traced(
    'storage.files',
    await openFileStore({ url, directory, s3Defaults }, { clock, random }),
  )
  // Commands run no chores. Nothing waits for it, and a failure is left to the next process; a bucket is left to servers.
  if (url === null) void files.removeExpired(clock.now()).catch(() => {})
  const sweep = async (): Promise<void> => {
    const nowMs = clock.now()
    await storage.accountFiles.sweep(nowMs)
    await files.removeExpired(nowMs)
  }
  return {
    files,
    filesCheckedEveryMs: url === null ? undefined : BUCKET_CHECK_EVERY_MS,
    // A bucket that does not answer now may answer later; a directory that cannot be written is a mistake of the operator.
    prepare: async () => (url === null ? files.check() : null),
    chores: [{ name: 'files: deleting expired files', everyMs: SWEEP_EVERY_MS, run: sweep }],
  }
}
