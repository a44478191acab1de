/** Lets other threads run first where the processor is short. */
import { constants, setPriority } from 'node:os'

/**
 * Call it at the start of a thread with long work, so that the event loop never waits for it. On Linux a priority belongs to the
 * calling thread (setpriority(2)); elsewhere it would lower that of the whole process, so nothing changes there.
 */
export const yieldProcessor = (): void => {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)
}
