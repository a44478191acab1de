/** Kills processes and waits for their ends. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export const killAll = async (processes: readonly ChildProcess[]): Promise<void> => {
  await Promise.all(
    processes.map(async (each) => {
      const ended = once(each, 'exit')
      each.kill('SIGKILL')
      await ended
    }),
  )
}
