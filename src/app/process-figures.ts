/** Counts the processes of a service, in their primary. */
import type { Figure } from '../util/figure.ts'

export const countProcesses = () => {
  let running = 0
  let crashes = 0
  const figures: readonly Figure[] = [
    {
      name: 'metes_processes',
      help: 'Processes of the service that run, without their primary.',
      kind: 'gauge',
      read: () => [{ value: running }],
    },
    {
      name: 'metes_process_crashes_total',
      help: 'Processes that ended by themselves or did not react, and were replaced.',
      kind: 'counter',
      read: () => [{ value: crashes }],
    },
  ]
  return {
    figures,
    started: (): void => {
      running++
    },
    left: (isCrash: boolean): void => {
      running--
      if (isCrash) crashes++
    },
  }
}
