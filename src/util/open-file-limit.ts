/** How many files this process may have open at once, connections included. */
import { readFileSync } from 'node:fs'

/**
 * The soft limit, which Node raises to the hard one at its start: https://github.com/nodejs/node/blob/v24.x/src/node.cc. Node has no
 * function for it, and Linux a file: proc_pid_limits(5). Null where that file is missing, as on macOS and Windows.
 */
export const openFileLimit = (): number | null => {
  try {
    return limitIn(readFileSync('/proc/self/limits', 'utf8'))
  } catch {
    return null
  }
}

/** @param text of `/proc/self/limits` */
export const limitIn = (text: string): number | null => {
  const soft = /^Max open files\s+(\d+|unlimited)/m.exec(text)?.[1]
  if (soft === undefined) return null
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft)
}
