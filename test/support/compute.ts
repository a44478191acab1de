/** The port for heavy work in tests. */
import { openCompute } from '../../src/compute/pool/open-compute.ts'
import type { Compute, RunOptions } from '../../src/compute/port.ts'
import type { WorkName } from '../../src/compute/work.ts'

/** Everything is done in the calling thread. */
export const HERE: Compute = openCompute({})

interface Run {
  readonly work: WorkName
  readonly task: unknown
  readonly options: Pick<RunOptions, 'lane' | 'owner' | 'signal'>
  /** Does the work. */
  readonly run: () => Promise<unknown>
}

/** Returns a port whose calls are answered by the test. */
export const intercepted = (answer: (run: Run) => Promise<unknown>, compute = HERE): Compute => ({
  ...compute,
  run: (work, task, options) =>
    answer({ work, task, options, run: () => compute.run(work, task, options) }) as Promise<never>,
})
