/** Temporary files carry the number of their process: what a killed one left behind is removed by the next. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Removes the entries that match and whose process, named by the pattern's first group, is gone. */
export const removeLeftovers = (directory: string, pattern: RegExp): void => {
  for (const entry of readdirSync(directory)) {
    const owner = pattern.exec(entry)?.[1]
    if (owner !== undefined && !isRunning(Number(owner))) {
      rmSync(join(directory, entry), { recursive: true, force: true })
    }
  }
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
