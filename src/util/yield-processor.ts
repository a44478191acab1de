/** Lets other threads run first where the processor is short. */
import { setPriority } from 'node:os'

/**
 * Enough for the event loop to come first (`bench/hostile.ts`). With 19, the most that there is, a thread gets a hundredth of a core
 * beside any other busy program, and ends at its time limit.
 */
const NICENESS = 5

/**
 * Call it at the start of a thread with long work, so that the event loop never waits for it. On Linux a priority belongs to the
 * calling thread (setpriority(2)); elsewhere it would lower that of the whole process, so nothing changes there.
 */
export const yieldProcessor = (): void => {
  if (process.platform === 'linux') setPriority(NICENESS)
}
