/** Removes temporary files, which have the id of their process in their names, of processes that were killed. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Removes the entries that match and whose process, in the pattern's first group, has ended. */
export const removeLeftovers = (directory: string, pattern: RegExp): void => {
  for (const entry of readdirSync(directory)) {
    const owner = pattern.exec(entry)?.[1]
    if (owner !== undefined && !isRunning(Number(owner))) {
      rmSync(join(directory, entry), { recursive: true, force: true })
    }
  }
}

export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process runs and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
