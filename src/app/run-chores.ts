/** Runs the chores of the server: each at once, then periodically, until the returned function is called. */
import type { StorageSpace } from '../platform/storage-space.ts'
import type { Chore } from './open/parts.ts'

export const runChores = (
  chores: readonly Chore[],
  inBackground: StorageSpace['inBackground'],
): (() => void) => {
  const timers = chores.map(({ name, everyMs, run }) => {
    const runOnce = () => void inBackground(`${name} failed`, run)
    runOnce()
    return setInterval(runOnce, everyMs)
  })
  return () => timers.forEach(clearInterval)
}
