/**
 * The last step of a restore into a data directory. A complete restore is a folder there, `restored/`, with what is to be moved out of it
 * and a list of what it replaces. The next process that opens the directory finishes what a killed one began.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncDirectory } from '../util/sync-directory.ts'
import { unlessMissing } from '../util/unless-missing.ts'
import { withFileLock } from './sql/file-lock.ts'

export const RESTORED = 'restored'
/** In the folder: a JSON list of names in the data directory to delete first. */
export const REPLACED = 'replaced.json'
/** In the data directory: a lock of processes that finish at once. */
const RESTORE_LOCK = 'restore.lock'

export const finishRestore = async (dataDir: string): Promise<void> => {
  const restored = join(dataDir, RESTORED)
  if (!existsSync(restored)) return
  await withFileLock(join(dataDir, RESTORE_LOCK), async () => {
    const list = join(restored, REPLACED)
    const replaced = await readFile(list, 'utf8').catch(unlessMissing)
    if (replaced !== null) {
      for (const name of JSON.parse(replaced) as readonly string[])
        await rm(join(dataDir, name), { recursive: true, force: true })
      await syncDirectory(dataDir)
      // From here on nothing is deleted again: what is moved out must stay.
      await rm(list)
      await syncDirectory(restored)
    }
    for (const name of (await readdir(restored).catch(unlessMissing)) ?? [])
      await rename(join(restored, name), join(dataDir, name))
    await rm(restored, { recursive: true, force: true })
    await syncDirectory(dataDir)
  })
}
