/**
 * The heavy work of imports and fetches: whatever a file or an answer contains, the calling thread goes on. A thread that exceeds its
 * memory or time all the same is replaced, and only the boundary that it worked on is refused.
 */
import { setImmediate } from 'node:timers/promises'
import type { Compute, RunOptions } from '../../compute/port.ts'
import type { Work } from '../../compute/work.ts'
import type { Askers } from '../../util/waiting-owners.ts'
import { compareWork, type PlacingWork, sharedLandWork, sharesWork } from './placing-work.ts'
import { runScan, type Scanner, scanWork } from './scan-blobs.ts'
import { type ShapeResult, type ShapeTask, shapeWork } from './shape.ts'
import { exceededBy, shapeApart } from './shape-apart.ts'

export interface Workers extends Scanner, PlacingWork {
  shape(task: ShapeTask): Promise<ShapeResult>
}

export interface WorkersOptions {
  readonly compute: Compute
  readonly owner: RunOptions['owner']
  /** Number of threads to keep busy. */
  readonly threads: number
  /** Scans in the calling thread, for files that are read in less time than threads take to start. */
  readonly scansInPlace: boolean
}

/** As many as Overpass answers at once. */
const FETCH_THREADS = 2

/** For what these ask of the live map. */
export const fetchWorkers = (compute: Compute, askers: Askers): Workers =>
  openWorkers({ compute, owner: askers, threads: FETCH_THREADS, scansInPlace: true })

export const openWorkers = ({ compute, owner, threads, scansInPlace }: WorkersOptions): Workers => {
  const run =
    <Task extends object, Result>(work: Work<Task, Result>) =>
    (task: Task): Promise<Result> =>
      compute.run(work, task, { lane: 'import', owner })
  return {
    window: 2 * threads,
    scan: scansInPlace
      ? async (task) => {
          await setImmediate()
          return runScan(task)
        }
      : run(scanWork),
    shape: (task) => shapeApart(task, run(shapeWork), exceededBy),
    compare: run(compareWork),
    shares: run(sharesWork),
    sharedLand: run(sharedLandWork),
  }
}
