/** A renderer in worker threads, so that large polygons do not block other answers. */
import { setImmediate } from 'node:timers/promises'
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
import { prepareBlock } from '../domain/tiles/block.ts'
import { drawTiles } from '../domain/tiles/draw-tile.ts'
import { encodeZoom } from '../domain/tiles/zoom-tiles.ts'
import { systemClock } from '../util/clock.ts'
import { FairQueue, QueueFull } from '../util/fair-queue.ts'
import type { Measured, ProcessorTime } from '../util/processor-time.ts'
import { siblingModule } from '../util/sibling-module.ts'
import { processorTime, workOwner } from '../util/work-owner.ts'
import { CollectionThreads } from './collection-threads.ts'

export interface ThreadsOptions {
  /** Threads for quick work, and the same number for long work. */
  readonly threads: number
  /**
   * Maximum number of waiting tasks for each kind of work, a quarter of them for each owner. Further tasks are refused,
   * because callers would give up first.
   */
  readonly maxQueue: number
  /** A task that takes longer is stopped and its thread replaced. */
  readonly timeoutMs: number
  /** A task that needs more heap is stopped too. Polygons are outside the heap and limited by their number of vertices. */
  readonly heapMb: number
}

/** For servers and for commands with long work. Tasks take a few milliseconds each, so even the last waiting one finishes in time. */
export const STANDARD_LIMITS = {
  maxQueue: 256,
  timeoutMs: 30_000,
  heapMb: 1024,
} satisfies Partial<ThreadsOptions>

/**
 * Below this size (about 3,000 vertices) rendering takes less than a millisecond, less than sending the bytes to a thread
 * and back.
 */
const SMALL_BYTES = 16 * 1024

/** One owner may use 1/4 of a queue. */
const SHARE_OF_OWNER = 4

const RETRY_AFTER_SECONDS = 5

/** The block of the whole world contains every boundary, and is prepared once. */
const BLOCK_TIMEOUTS = 4

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
      filename: siblingModule('worker', import.meta.url).href,
      minThreads,
      maxThreads: threads,
      idleTimeout: IDLE_TIMEOUT_MS,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    })
    // Piscina replaces a thread that dies while idle; without a listener its error would end the process.
    pool.on('error', () => {})
    return { pool, queue: new FairQueue({ atOnce: threads, ...limits }) }
  }
  // Long work has its own threads, so that lookups do not wait for it.
  const quick = open(1)
  const long = open(0)
  const collections = new FairQueue({ atOnce: threads, ...limits })
  const collectionThreads = new CollectionThreads(heapMb, IDLE_TIMEOUT_MS)

  /** Runs one of the worker's functions by name in a thread, or directly here if that is faster. */
  const work = async <T extends object, R>(
    { pool, queue }: Lane,
    run: (task: T) => R,
    task: T | LazyTask<T>,
    storedBytes: number,
    unwanted?: AbortSignal,
    maxMs = timeoutMs,
  ): Promise<R> => {
    unwanted?.throwIfAborted()
    const time = processorTime()
    if (storedBytes <= SMALL_BYTES) {
      const small = await loaded(task)
      time?.resume()
      return run(small)
    }
    const tooLong = AbortSignal.timeout(maxMs)
    // An abort removes a waiting task from the queue, or stops the thread of a running one and starts another.
    const signal = unwanted === undefined ? tooLong : AbortSignal.any([tooLong, unwanted])
    try {
      const runInThread = async () => {
        // Tasks that have waited together time out together, so that none of the others is loaded in between.
        if ('load' in task) await setImmediate()
        signal.throwIfAborted()
        return measuredIn(pool, run, await loaded(task), signal, time)
      }
      const result = await queue.run(workOwner(), runInThread, signal)
      time?.resume()
      return result
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
    // Always in a thread, because only the threads cache land tiles.
    drawArea: (task, signal) => work(long, drawArea, task, Number.POSITIVE_INFINITY, signal),
    expectCollection: () => collectionThreads.prepare(),
    writeCollection: (task, batches, signal) =>
      collections
        .run(workOwner(), () => collectionThreads.write(task, batches, signal), signal)
        .catch((error: unknown) => {
          throw error instanceof QueueFull ? new RendererBusy('queue_full', RETRY_AFTER_SECONDS) : error
        }),
    // Tiles always go to a thread: their arrays are shared, so sending them takes no time.
    prepareBlock: (task) =>
      work(long, prepareBlock, task, Number.POSITIVE_INFINITY, undefined, BLOCK_TIMEOUTS * timeoutMs),
    encodeZoom: (task) => work(long, encodeZoom, task, Number.POSITIVE_INFINITY),
    drawTiles: (task) => work(quick, drawTiles, task, Number.POSITIVE_INFINITY),
    close: async () => {
      await Promise.all([quick.pool.destroy(), long.pool.destroy(), collectionThreads.close()])
    },
  }
}

/** Runs the function in a thread, and adds the processor time that it took, also if it failed. */
const measuredIn = async <T extends object, R>(
  pool: Piscina,
  run: (task: T) => R,
  task: T,
  signal: AbortSignal,
  time?: ProcessorTime,
): Promise<R> => {
  const beganMs = systemClock.elapsedMs()
  let outcome: Measured<R>
  try {
    outcome = await pool.run(task, { name: run.name, signal })
  } catch (error) {
    // The processor time of a stopped thread is lost with it; it had worked for at most this time.
    time?.add(systemClock.elapsedMs() - beganMs)
    throw error
  }
  time?.add(outcome.processorMs)
  if (outcome.ok) return outcome.value
  throw outcome.error
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

/** Approximate size in `geometry/codec.ts`. */
const BYTES_A_POSITION = 5

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
