/**
 * The heavy work of imports and fetches: whatever a file or an answer contains, the calling thread goes on. A thread that exceeds its
 * memory or time all the same is replaced, and only the boundary that it worked on is refused.
 */
import { setImmediate } from 'node:timers/promises'
import { ComputeBusy } from '../../compute/busy.ts'
import type { Compute, RunOptions } from '../../compute/port.ts'
import type { Work } from '../../compute/work.ts'
import { LiveMapFailed } from '../../domain/live/ports.ts'
import type { Askers } from '../../util/askers.ts'
import { type PartsTask, partsWork, type ReadParts, requireParts } from '../overpass/read-parts.ts'
import { compareWork, type PlacingWork, sharedLandWork, sharesWork } from './placing-work.ts'
import { runScan, type Scanner, scanWork } from './scan.ts'
import { type ShapeResult, type ShapeTask, shapeWork } from './shape.ts'
import { type ExceededLimit, shapeApart } from './shape-apart.ts'

export interface Workers extends Scanner, PlacingWork {
  /** @throws UnusableAnswer, LiveMapFailed if the answer is too large for a thread */
  parts(task: PartsTask): Promise<ReadParts>
  shape(task: ShapeTask): Promise<ShapeResult>
  /** Starts a thread for work that will come soon. */
  prepare(): void
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
    parts: async (task) => {
      const shared = await answersInSharedMemory(task)
      const result = await run(partsWork)(shared).catch((error: unknown) => {
        if (exceededBy(error) === null) throw error
        throw new LiveMapFailed('too large', 'Reading the answer takes too much memory or time.', 3_600, {
          cause: error,
        })
      })
      return requireParts(result)
    },
    shape: (task) => shapeApart(task, run(shapeWork), exceededBy),
    compare: run(compareWork),
    shares: run(sharesWork),
    sharedLand: run(sharedLandWork),
    prepare: () => compute.prepare(partsWork, 'import'),
  }
}

/** Copied at once, so that a large answer does not hold up the calling thread. */
const SLICE_BYTES = 1024 * 1024

const answersInSharedMemory = async ({ answers: [first, ...nested] }: PartsTask): Promise<PartsTask> => ({
  answers: [await sharedCopy(first), ...(await Promise.all(nested.map(sharedCopy)))],
})

const sharedCopy = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.byteLength))
  for (let at = 0; at < bytes.byteLength; at += SLICE_BYTES) {
    if (at > 0) await setImmediate()
    copy.set(bytes.subarray(at, at + SLICE_BYTES), at)
  }
  return copy
}

const exceededBy = (error: unknown): ExceededLimit | null => {
  if (error instanceof ComputeBusy && error.reason === 'took_too_long')
    return { limit: 'time', max: error.max ?? 0 }
  if (error instanceof ComputeBusy && error.reason === 'out_of_memory')
    return { limit: 'memory', max: error.max ?? 0 }
  return null
}
