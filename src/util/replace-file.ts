/** Renames a file over another, also where the system refuses that while somebody has the other one open. */
import { rename, rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

type Move = (from: string, to: string) => Promise<void>

/** What differs in tests. */
export interface Replacing {
  readonly platform?: NodeJS.Platform
  readonly move?: Move
  readonly wait?: (ms: number) => Promise<unknown>
}

/**
 * Elsewhere than on Windows this is `rename`. Windows does not replace a file that is open: one that Node has open is
 * moved aside first, so that for a moment there is none at the path; one that another program has open, such as a virus scanner, is
 * tried again for about two seconds.
 *
 * @throws the system's error: on Windows `EPERM`, `EACCES` or `EBUSY` while the file stays open
 */
export const replaceFile = async (from: string, to: string, options: Replacing = {}): Promise<void> => {
  const { platform = process.platform, move = rename, wait = delay } = options
  if (platform !== 'win32') return move(from, to)
  for (const waitMs of WAITS_MS) {
    try {
      return await replaceOpen(from, to, move)
    } catch (error) {
      if (!isInUse(error)) throw error
    }
    await wait(waitMs)
  }
  return replaceOpen(from, to, move)
}

const WAITS_MS = [10, 30, 100, 300, 600, 1000]

const replaceOpen = async (from: string, to: string, move: Move): Promise<void> => {
  try {
    await move(from, to)
  } catch (refusal) {
    if (!isInUse(refusal)) throw refusal
    const old = `${from}.old`
    await move(to, old).catch(() => {
      throw refusal
    })
    await move(from, to).catch(async (error: unknown) => {
      await move(old, to)
      throw error
    })
    await rm(old, { force: true }).catch(() => {})
  }
}

const isInUse = (error: unknown): boolean =>
  ['EPERM', 'EACCES', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')
