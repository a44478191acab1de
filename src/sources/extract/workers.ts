/**
 * Runs scanning and shaping in threads: whatever a file or an answer contains, the calling thread goes on. A thread that exceeds its
 * memory or time all the same is replaced, and only the boundary that it worked on is refused.
 */
import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { Piscina } from 'piscina'
import { LiveMapFailed } from '../../domain/live/ports.ts'
import { FairQueue } from '../../util/fair-queue.ts'
import { siblingModule } from '../../util/sibling-module.ts'
import { upstreamAskers } from '../../util/work-owner.ts'
import { type PartsResult, type PartsTask, type ReadParts, requireParts } from '../overpass/read-parts.ts'
import type { PlacingTask, PlacingWork } from './placing-work.ts'
import { runScan, type Scanner, type ScanResult, type ScanTask } from './scan.ts'
import type { ShapeResult, ShapeTask } from './shape.ts'
import { type ExceededLimit, shapeApart } from './shape-apart.ts'

export interface Workers extends Scanner, PlacingWork {
  /** @throws UnusableAnswer, LiveMapFailed if the answer is too large for a thread */
  parts(task: PartsTask): Promise<ReadParts>
  shape(task: ShapeTask): Promise<ShapeResult>
  /** Starts a thread for work that will come soon. */
  prepare(): void
  close(): Promise<void>
}

export type WorkerTask =
  | { readonly run: 'scan'; readonly task: ScanTask }
  | { readonly run: 'parts'; readonly task: PartsTask }
  | { readonly run: 'shape'; readonly task: ShapeTask }
  | PlacingTask
  | { readonly run: 'nothing' }

export interface WorkersOptions {
  readonly threads: number
  /** Number of threads that run without work. */
  readonly minThreads?: number
  /** Number of tasks of one asker at once; if absent, all of them. */
  readonly atOnceOfOwner?: number
  /** Scans in the calling thread, for files that are read in less time than threads take to start. */
  readonly scansInPlace?: boolean
  /** The heap of a thread. Positions are outside of it; `work-limits.ts` limits their number. */
  readonly heapMb?: number
  readonly timeoutMs?: number
}

/** A smaller file is read in less time than threads take to start. */
const SMALL_FILE_BYTES = 16 * 1024 * 1024
/** More threads would only wait for the disk. */
const MAX_THREADS = 16

/** For an import, which has the machine for itself. */
export const workersFor = (fileBytes: number): Workers => {
  const isSmall = fileBytes <= SMALL_FILE_BYTES
  const threads = isSmall ? 1 : Math.min(MAX_THREADS, availableParallelism())
  return openWorkers({ threads, minThreads: threads, scansInPlace: isSmall })
}

/** As many as Overpass answers at once. */
const LIVE_THREADS = 2

/** For fetches: threads run while there is work, and one asker cannot take all. */
export const liveWorkers = (): Workers =>
  openWorkers({ threads: LIVE_THREADS, minThreads: 0, atOnceOfOwner: 1, scansInPlace: true })

const IDLE_TIMEOUT_MS = 60_000
const HEAP_MB = 1024
/** Work that is counted ends much earlier; this is for what is not counted. */
const TIMEOUT_MS = 300_000

export const openWorkers = ({
  threads,
  minThreads = 0,
  atOnceOfOwner = threads,
  scansInPlace = false,
  heapMb = HEAP_MB,
  timeoutMs = TIMEOUT_MS,
}: WorkersOptions): Workers => {
  const pool = new Piscina<WorkerTask, unknown>({
    filename: siblingModule('worker', import.meta.url).href,
    minThreads,
    maxThreads: threads,
    idleTimeout: IDLE_TIMEOUT_MS,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  // Piscina replaces a thread that dies while idle; without a listener its error would end the process.
  pool.on('error', () => {})
  const unlimited = Number.POSITIVE_INFINITY
  const queue = new FairQueue({
    atOnce: threads,
    atOnceOfOwner,
    maxWaiting: unlimited,
    maxWaitingOfOwner: unlimited,
  })
  /** The time limit begins with the work, not with the wait for a thread. */
  const inThread = (work: WorkerTask): Promise<unknown> =>
    queue.run(upstreamAskers(), async () => {
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        return await pool.run(work, { signal })
      } catch (error) {
        throw signal.aborted ? new TookTooLong() : error
      }
    })
  const shape = (task: ShapeTask) => inThread({ run: 'shape', task }) as Promise<ShapeResult>

  const exceededBy = (error: unknown): ExceededLimit | null => {
    if (error instanceof TookTooLong) return { limit: 'time', max: timeoutMs / 1000 }
    return isOutOfMemory(error) ? { limit: 'memory', max: heapMb } : null
  }

  return {
    window: 2 * threads,
    scan: scansInPlace
      ? async (task) => {
          await setImmediate()
          return runScan(task)
        }
      : (task) => inThread({ run: 'scan', task }) as Promise<ScanResult>,
    parts: async (task) => {
      const shared = await inSharedMemory(task)
      const result = await inThread({ run: 'parts', task: shared }).catch((error: unknown) => {
        if (exceededBy(error) === null) throw error
        throw new LiveMapFailed('too large', 'Reading the answer takes too much memory or time.', 3_600, {
          cause: error,
        })
      })
      return requireParts(result as PartsResult)
    },
    shape: (task) => shapeApart(task, shape, exceededBy),
    compare: (task) => inThread({ run: 'compare', task }) as ReturnType<PlacingWork['compare']>,
    shares: (task) => inThread({ run: 'shares', task }) as ReturnType<PlacingWork['shares']>,
    sharedLand: (task) => inThread({ run: 'sharedLand', task }) as ReturnType<PlacingWork['sharedLand']>,
    prepare: () => {
      if (pool.threads.length === 0) pool.run({ run: 'nothing' }).catch(() => {})
    },
    close: () => pool.destroy(),
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null)

/** Copied at once, so that a large answer does not hold up the calling thread. */
const SLICE_BYTES = 1024 * 1024

const inSharedMemory = async ({ answers: [first, ...nested] }: PartsTask): Promise<PartsTask> => ({
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

/** The thread was stopped. */
class TookTooLong extends Error {}

/** The heap is full, or there is no memory for an array outside of it. */
const isOutOfMemory = (error: unknown): boolean =>
  codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY' ||
  (error instanceof RangeError &&
    /allocation failed|Invalid (typed )?array( buffer)? length/i.test(error.message))
