/** Threads that are kept while there is work for them, and replaced when one is stopped. */
import type { Transferable } from 'node:worker_threads'
import { systemClock } from '../../util/clock.ts'
import type { RunOptions } from '../port.ts'
import type { Work, WorkName } from '../work.ts'
import { Thread, type ThreadLimits, WorkFailed } from './thread-handle.ts'

export interface PoolLimits extends ThreadLimits {
  readonly threads: number
  /** Threads that run without work. */
  readonly minThreads?: number
  /** Threads that wait for work at once; further ones end with their work. */
  readonly maxIdle?: number
  /** Time without work after which a thread ends. */
  readonly idleMs?: number
}

const IDLE_MS = 60_000

/** The caller runs at most as many tasks at once as there are threads. */
export class ThreadPool {
  readonly #limits: PoolLimits
  readonly #threads = new Set<Thread>()
  /** The last one is used first, so that the others can end. */
  readonly #idle: { readonly thread: Thread; readonly timer: NodeJS.Timeout }[] = []
  #isClosed = false

  constructor(limits: PoolLimits) {
    this.#limits = limits
    for (let count = 0; count < (limits.minThreads ?? 0); count++) this.#keep(this.#start())
  }

  /** Number of threads that run, with work or without. */
  get size(): number {
    return this.#threads.size
  }

  /**
   * On abort it rejects when the thread has ended, because that may still use what the caller removes.
   *
   * @param onTime takes processor time as it is used
   */
  async run<Task, Result, Input, Report>(
    work: Work<Task, Result, Input, Report>,
    task: Task,
    { signal, maxProcessorMs, moved = [], input, onReport = () => {} }: ThreadOptions<Input, Report>,
    onTime: (ms: number) => void,
  ): Promise<Result> {
    const thread = this.#take()
    const stop = (): void => void thread.end()
    signal?.addEventListener('abort', stop, { once: true })
    const watch = maxProcessorMs === null ? null : watchThread(thread, maxProcessorMs)
    const beganMs = systemClock.elapsedMs()
    const processed = new ProcessedPieces()
    let mayBeKept = false
    try {
      const done = thread.run(work, task, moved, {
        onReport: onReport as (report: unknown) => void,
        onTime,
        onProcessed: () => processed.add(),
      })
      done.finally(() => processed.end()).catch(() => {})
      if (input !== undefined) await passOn(input, thread, processed, work.movedFromInput)
      const result = (await done) as Result
      mayBeKept = true
      return result
    } catch (error) {
      if (error instanceof WorkFailed) {
        // Work with input has state, such as open files, that ends with its thread.
        mayBeKept = input === undefined
        throw work.errorOf?.(error.failure) ?? error.error
      }
      const tookTooLong = watch?.hasStopped() === true
      // The processor time of a stopped thread is lost with it; it had worked for at most this time.
      if (input === undefined) onTime(tookTooLong ? maxProcessorMs! : systemClock.elapsedMs() - beganMs)
      if (tookTooLong) throw new TookTooLong(maxProcessorMs!)
      throw error
    } finally {
      watch?.end()
      signal?.removeEventListener('abort', stop)
      if (mayBeKept) this.#keep(thread)
      else await thread.end()
    }
  }

  /** Lets a waiting thread load the code of the work, or a new one, unless all are running. */
  prepare(work: WorkName): void {
    if (this.#isClosed) return
    if (this.#idle.length === 0 && this.#threads.size < this.#limits.threads) this.#keep(this.#start())
    this.#idle.at(-1)?.thread.prepare(work)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#threads].map((thread) => thread.end()))
  }

  #start(): Thread {
    const thread = new Thread(this.#limits, (ended) => {
      this.#threads.delete(ended)
      this.#takeIdle(ended)
    })
    this.#threads.add(thread)
    return thread
  }

  #take(): Thread {
    if (this.#isClosed) throw new Error('The threads are closed.')
    for (;;) {
      const thread = this.#takeIdle(this.#idle.at(-1)?.thread)
      if (thread === undefined) return this.#start()
      if (thread.isAlive) return thread
    }
  }

  /** An idle thread ends after a while. */
  #keep(thread: Thread): void {
    const { minThreads = 0, maxIdle = Number.POSITIVE_INFINITY, idleMs = IDLE_MS } = this.#limits
    if (!thread.isAlive || this.#idle.length >= maxIdle) return void thread.end()
    thread.rest()
    const end = (): void => {
      if (this.#threads.size <= minThreads) timer.refresh()
      else void this.#takeIdle(thread)?.end()
    }
    const timer = setTimeout(end, idleMs).unref()
    this.#idle.push({ thread, timer })
  }

  #takeIdle(thread: Thread | undefined): Thread | undefined {
    const index = this.#idle.findIndex((each) => each.thread === thread)
    if (index === -1) return undefined
    const [{ timer }] = this.#idle.splice(index, 1)
    clearTimeout(timer)
    return thread
  }
}

interface ThreadOptions<Input, Report>
  extends Pick<RunOptions<Input, Report>, 'signal' | 'moved' | 'input' | 'onReport'> {
  /** Null for work that takes as long as it needs. */
  readonly maxProcessorMs: number | null
}

/** The thread was stopped because its work took more processor time than it may. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong'
  readonly maxMs: number

  constructor(maxMs: number) {
    super(`The work took more than ${maxMs} ms of processor time.`)
    this.maxMs = maxMs
  }
}

/** A thread that is stuck uses no processor time. */
const MAX_ELAPSED_PER_PROCESSOR_MS = 10

/** Stops the thread when its work has used more processor time than it may: a busy machine stops none that would end on an idle one. */
const watchThread = (thread: Thread, maxMs: number) => {
  let hasStopped = false
  const stop = (): void => {
    hasStopped = true
    void thread.end()
  }
  const beganMs = thread.restedMs
  const look = async (): Promise<void> => {
    const nowMs = await thread.processorMs()
    if (hasEnded || nowMs === null) return
    const leftMs = maxMs - (nowMs - beganMs)
    if (leftMs <= 0) stop()
    // It cannot use more than the time that passes.
    else timer = setTimeout(look, Math.ceil(leftMs))
  }
  let hasEnded = false
  let timer = setTimeout(look, maxMs)
  const stuck = setTimeout(stop, Math.min(MAX_ELAPSED_PER_PROCESSOR_MS * maxMs, MAX_TIMER_MS))
  return {
    hasStopped: () => hasStopped,
    end: () => {
      hasEnded = true
      clearTimeout(timer)
      clearTimeout(stuck)
    },
  }
}

const MAX_TIMER_MS = 2 ** 31 - 1

/** Sent before the thread has processed earlier pieces. With two it never waits for one that the calling thread could have read. */
const MAX_WAITING_PIECES = 2

/** Reads input while the thread processes earlier pieces. */
const passOn = async <Input>(
  input: AsyncIterable<Input>,
  thread: Thread,
  processed: ProcessedPieces,
  movedFrom: (piece: Input) => readonly Transferable[] = () => [],
): Promise<void> => {
  let sent = 0
  for await (const piece of input) {
    while (!processed.isOver && sent - processed.count > MAX_WAITING_PIECES) await processed.more()
    if (processed.isOver) return
    thread.pass(piece, movedFrom(piece))
    sent++
  }
  thread.endInput()
}

/** What the thread has processed of its input. */
class ProcessedPieces {
  count = 0
  /** True when the work has ended, whether it has taken all pieces or not. */
  isOver = false
  #more = Promise.withResolvers<void>()

  add(): void {
    this.count++
    this.#wake()
  }

  end(): void {
    this.isOver = true
    this.#wake()
  }

  /** Resolves at the next change. */
  more(): Promise<void> {
    return this.#more.promise
  }

  #wake(): void {
    this.#more.resolve()
    this.#more = Promise.withResolvers()
  }
}
