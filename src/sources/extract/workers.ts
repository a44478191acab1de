/** Runs scanning and shaping: in threads for large files, in place for small ones, for which starting threads costs more. */
import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { Piscina } from 'piscina'
import { siblingModule } from '../../util/sibling-module.ts'
import { runScan, type ScanResult, type ScanTask } from './scan.ts'
import { runShape, type ShapeResult, type ShapeTask } from './shape.ts'

export interface Workers {
  /** Number of tasks to keep in flight. */
  readonly window: number
  scan(task: ScanTask): Promise<ScanResult>
  shape(task: ShapeTask): Promise<ShapeResult>
  close(): Promise<void>
}

export type WorkerTask =
  | { readonly run: 'scan'; readonly task: ScanTask }
  | { readonly run: 'shape'; readonly task: ShapeTask }

/** A smaller file is read in less time than threads take to start. */
const SMALL_FILE_BYTES = 16 * 1024 * 1024
/** More threads would only wait for the disk. */
const MAX_THREADS = 16

/** `smallBytes`: the largest input to process in place. */
export const workersFor = (inputBytes: number, smallBytes = SMALL_FILE_BYTES): Workers => {
  const threads = Math.min(MAX_THREADS, availableParallelism())
  return inputBytes <= smallBytes || threads === 1 ? inPlace : inThreads(threads)
}

const inPlace: Workers = {
  window: 1,
  scan: async (task) => {
    await setImmediate()
    return runScan(task)
  },
  shape: async (task) => {
    await setImmediate()
    return runShape(task)
  },
  close: async () => {},
}

const inThreads = (threads: number): Workers => {
  const pool = new Piscina<WorkerTask, ScanResult | ShapeResult>({
    filename: siblingModule('worker', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
  })
  return {
    window: 2 * threads,
    scan: (task) => pool.run({ run: 'scan', task }) as Promise<ScanResult>,
    shape: (task) => pool.run({ run: 'shape', task }) as Promise<ShapeResult>,
    close: () => pool.destroy(),
  }
}
