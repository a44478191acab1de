/** Makes the names in a directory durable: a file that was created or renamed there survives a power failure. */
import { open } from 'node:fs/promises'

/** Does nothing on Windows, which refuses to sync a directory and keeps a journal of names itself. */
export const syncDirectory = async (path: string, platform = process.platform): Promise<void> => {
  if (platform === 'win32') return
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
