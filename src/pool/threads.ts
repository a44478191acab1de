/** Renders in worker threads, so that a large polygon never holds up the answers to others. */
import { Piscina } from 'piscina'
import { drawArea } from '../domain/area/draw-area.ts'
import type { StoredGeometry } from '../domain/catalog/ports.ts'
import { locateDisputes } from '../domain/render/locate-disputes.ts'
import { indexGeometry, locatePoints } from '../domain/render/locate-points.ts'
import { renderFile } from '../domain/render/render-file.ts'
import { renderGeometry } from '../domain/render/render-geometry.ts'
import {
  type GeometryRenderer,
  type LazyTask,
  loaded,
  RendererBusy,
  type UnionTask,
} from '../domain/render/renderer.ts'
import { unite } from '../domain/render/unite.ts'
import { FairQueue, QueueFull } from '../util/fair-queue.ts'
import { workOwner } from '../util/work-owner.ts'

export interface ThreadsOptions {
  /** For quick work, and as many for long work. */
  readonly threads: number
  /** Tasks that may wait for each, a quarter of them of one owner; one more is refused, since whoever asked would give up before it is done. */
  readonly maxQueue: number
  /** A task that runs longer is stopped, and its thread replaced. */
  readonly timeoutMs: number
  /** A task that wants more heap is stopped as well. Polygons lie outside of the heap: their number of vertices is their limit. */
  readonly heapMb: number
}

/** Of a service, and of a command that does long work. Waiting tasks take a few milliseconds each: the last of them is still answered in time. */
export const STANDARD_LIMITS = {
  maxQueue: 256,
  timeoutMs: 30_000,
  heapMb: 1024,
} satisfies Partial<ThreadsOptions>

/**
 * Stored bytes up to which rendering takes less time (under a millisecond, about 3,000 vertices) than waking a thread and
 * passing the bytes to it and back is worth.
 */
const SMALL_BYTES = 16 * 1024

/** One owner may fill this part of a queue. */
const SHARE_OF_OWNER = 4

const RETRY_AFTER_SECONDS = 5
const IDLE_TIMEOUT_MS = 60_000

export const createThreadsRenderer = ({
  threads,
  maxQueue,
  timeoutMs,
  heapMb,
}: ThreadsOptions): GeometryRenderer => {
  const limits = { maxWaiting: maxQueue, maxWaitingOfOwner: Math.ceil(maxQueue / SHARE_OF_OWNER) }
  const open = (minThreads: number): Lane => {
    const pool = new Piscina({
      filename: new URL('./worker.ts', import.meta.url).href,
      minThreads,
      maxThreads: threads,
      idleTimeout: IDLE_TIMEOUT_MS,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    })
    // A thread that dies without a task is replaced like any other; unheard, its error would end the service.
    pool.on('error', () => {})
    return { pool, queue: new FairQueue({ atOnce: threads, ...limits }) }
  }
  // Work of seconds has threads of its own: whoever looks something up does not wait for it to end.
  const quick = open(1)
  const long = open(0)

  /** `run` is one of the worker's functions: called by its name there, and itself here where that is quicker. */
  const work = async <T extends object, R>(
    { pool, queue }: Lane,
    run: (task: T) => R,
    task: T | LazyTask<T>,
    storedBytes: number,
    unwanted?: AbortSignal,
  ): Promise<R> => {
    unwanted?.throwIfAborted()
    if (storedBytes <= SMALL_BYTES) return run(await loaded(task))
    const tooLong = AbortSignal.timeout(timeoutMs)
    // Aborted while it waits, the task leaves the queue; while it runs, its thread is stopped and another one started.
    const signal = unwanted === undefined ? tooLong : AbortSignal.any([tooLong, unwanted])
    try {
      const runInThread = async () => pool.run(await loaded(task), { name: run.name, signal })
      return await queue.run(workOwner(), runInThread, signal)
    } catch (error) {
      unwanted?.throwIfAborted()
      if (tooLong.aborted) throw new RendererBusy('took_too_long', RETRY_AFTER_SECONDS)
      if (error instanceof QueueFull) throw new RendererBusy('queue_full', RETRY_AFTER_SECONDS)
      if (isOutOfMemory(error)) throw new RendererBusy('out_of_memory', RETRY_AFTER_SECONDS)
      throw error
    }
  }

  return {
    render: (task) => work(quick, renderGeometry, task, bytesOf(task.geometry)),
    renderFile: (task) => work(long, renderFile, task, bytesOf(task.geometry)),
    locatePoints: (task) => work(quick, locatePoints, task, bytesOf(task.geometry)),
    indexGeometry: (geometry) => work(quick, indexGeometry, geometry, bytesOf(geometry)),
    locateDisputes: (task) => work(quick, locateDisputes, task, bytesOf(task.geometry)),
    unite: (task, signal) => work(long, unite, task, bytesOfAll(task), signal),
    // Always there: what the land is compared with is kept in the threads alone.
    drawArea: (task, signal) => work(long, drawArea, task, Number.POSITIVE_INFINITY, signal),
    close: async () => {
      await Promise.all([quick.pool.destroy(), long.pool.destroy()])
    },
  }
}

interface Lane {
  readonly pool: Piscina
  readonly queue: FairQueue
}

const bytesOf = ({ rings }: StoredGeometry): number => rings.byteLength

const bytesOfAll = (task: UnionTask | LazyTask<UnionTask>): number =>
  'load' in task
    ? task.positions * BYTES_A_POSITION
    : [...task.include, ...task.exclude].reduce((sum, { byteLength }) => sum + byteLength, 0)

/** As `geometry/codec.ts` stores them, about. */
const BYTES_A_POSITION = 5

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
