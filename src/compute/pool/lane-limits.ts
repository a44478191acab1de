/** The lanes of servers and of commands: how many tasks work and wait in each, for how long, and with how much memory. */
import type { Lane } from '../port.ts'
import type { PoolLimits } from './thread-pool.ts'

export interface LaneLimits extends PoolLimits {
  /** Number of tasks of one owner at once; if absent, all of them. */
  readonly atOnceOfOwner?: number
  /** Maximum number of waiting tasks, a quarter of them for each owner. Further tasks are refused, because callers would give up first. */
  readonly maxWaiting?: number
  /** Processor time: a task that takes more is stopped, and its thread replaced. */
  readonly maxProcessorMs?: number
  /** Longest wait for a turn, unless the owner is patient. */
  readonly maxWaitMs?: number
  readonly retryAfterSeconds?: number
}

/** Work of lanes without limits is done in the calling thread: for commands that make one call and exit. */
export type Lanes = Readonly<Partial<Record<Lane, LaneLimits>>>

/** One owner may use 1/4 of a queue. */
export const SHARE_OF_OWNER = 4

export const RETRY_AFTER_SECONDS = 5

export interface ServerLaneLimits {
  /** Threads for each lane but the last. */
  readonly threads: number
  readonly maxWaiting?: number
  readonly maxProcessorMs?: number
  readonly maxWaitMs?: number
  /** Heap of each thread. Polygons are outside the heap and limited by their number of vertices. */
  readonly heapMb?: number
}

/** Tasks take a few milliseconds each, so even the last waiting one finishes in time. */
export const serverLanes = ({
  threads,
  maxWaiting = 256,
  maxProcessorMs = 30_000,
  maxWaitMs = 30_000,
  heapMb = 1024,
}: ServerLaneLimits): Lanes => {
  const limits = { threads, maxWaiting, heapMb }
  const timeLimits = { maxProcessorMs, maxWaitMs }
  return {
    interactive: { ...limits, ...timeLimits, minThreads: 1 },
    long: { ...limits, ...timeLimits },
    // Files take as long as reading their boundaries does.
    export: { ...limits, youngMb: YOUNG_MB, maxIdle: 1, retryAfterSeconds: 60 },
    import: FETCHES,
  }
}

/** No other caller waits for a command's threads, and its user can interrupt it, so slow machines get the time. */
export const commandLanes = (threads: number): Lanes =>
  serverLanes({ threads, maxProcessorMs: COMMAND_MS, maxWaitMs: COMMAND_MS })

const COMMAND_MS = 600_000

/** For answers of the live map. One asker cannot take all threads. */
export const FETCHES: LaneLimits = {
  /** As many as Overpass answers at once. */
  threads: 2,
  atOnceOfOwner: 1,
  heapMb: 1024,
  /** Work that is counted ends much earlier; this is for what is not counted. */
  maxProcessorMs: 300_000,
}

/** For one large file of the operator, which takes as much time and memory as it needs. Its thread ends with it. */
export const LAND_FILES: LaneLimits = { threads: 1, maxIdle: 0 }

/** For an import, which has the machine for itself. All threads start at once. */
export const importLane = (threads: number): LaneLimits => {
  const { heapMb, maxProcessorMs } = FETCHES
  return { threads, minThreads: threads, heapMb, maxProcessorMs }
}

/** For files of points. A thread that ended would lose its indexes. */
export const pointsLane = (threads: number): LaneLimits => ({
  threads,
  minThreads: 1,
  youngMb: YOUNG_MB,
  idleMs: MAX_TIMER_MS,
})

/** Most objects of a writer become garbage at once: a larger young generation takes more memory without saving time. */
const YOUNG_MB = 24

const MAX_TIMER_MS = 2 ** 31 - 1
