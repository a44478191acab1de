/** A thread, as the thread that started it sees it. */
import { type Transferable, Worker } from 'node:worker_threads'
import { siblingModule } from '../../util/sibling-module.ts'
import type { Failure, WorkName } from '../work.ts'
import type { Failed, FromThread, ToThread } from './messages.ts'

export interface ThreadLimits {
  /** Heap; typed arrays are outside of it. */
  readonly heapMb?: number
  /** Young generation of the heap: where most objects become garbage at once, a larger one takes memory without saving time. */
  readonly youngMb?: number
}

/** Takes what a thread says about its work. */
interface RunningTask {
  readonly onReport: (report: unknown) => void
  /** Takes processor time as it is used. */
  readonly onTime: (ms: number) => void
  /** Called for each piece of input that the work has processed. */
  readonly onProcessed: () => void
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

/** The work failed in its thread, which can do other work. */
export class WorkFailed {
  readonly error: unknown
  readonly failure: Failure

  constructor(error: unknown, failure: Failure) {
    this.error = error
    this.failure = failure
  }
}

export class Thread {
  readonly #worker: Worker
  readonly #started = Promise.withResolvers<void>()
  readonly #ended = Promise.withResolvers<void>()
  #running: RunningTask | null = null
  #isAlive = true
  #restedMs = 0

  /** @param onEnd called once when the thread has ended, for whatever reason */
  constructor({ heapMb, youngMb }: ThreadLimits, onEnd: (thread: Thread) => void) {
    this.#worker = new Worker(siblingModule('thread', import.meta.url), {
      resourceLimits: {
        ...(heapMb === undefined ? {} : { maxOldGenerationSizeMb: heapMb }),
        ...(youngMb === undefined ? {} : { maxYoungGenerationSizeMb: youngMb }),
      },
      // The process's options may apply only to its own entry point.
      execArgv: [],
    })
    const end = (error: unknown): void => {
      this.#isAlive = false
      this.#settle()?.reject(error)
    }
    this.#worker.once('online', () => this.#started.resolve())
    this.#worker.on('message', (message: FromThread) => this.#take(message))
    this.#worker.on('messageerror', end)
    // Without a listener the error of an idle thread would end the process.
    this.#worker.on('error', end)
    this.#worker.on('exit', () => {
      end(new Error('The thread ended before its work.'))
      onEnd(this)
      this.#ended.resolve()
    })
  }

  /** False as soon as the thread can do no more work. */
  get isAlive(): boolean {
    return this.#isAlive
  }

  prepare(work: WorkName): void {
    this.#send({ prepare: { module: work.module, name: work.name } })
  }

  /** Rejects with `WorkFailed`, or with the error that ended the thread. */
  run(
    { module, name }: WorkName,
    task: unknown,
    moved: readonly Transferable[],
    listeners: Omit<RunningTask, 'resolve' | 'reject'>,
  ): Promise<unknown> {
    this.#worker.ref()
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#running = { ...listeners, resolve, reject }
    try {
      this.#send({ begin: { module, name }, task }, moved)
    } catch (error) {
      this.#settle()?.reject(error)
    }
    return promise
  }

  /** Passes a piece of input to the running work. */
  pass(input: unknown, moved: readonly Transferable[]): void {
    this.#send({ input }, moved)
  }

  endInput(): void {
    this.#send({ inputEnds: true })
  }

  /** Processor time from the start of the thread to the end of its last work. */
  get restedMs(): number {
    return this.#restedMs
  }

  /** Processor time since the thread started; null if it has ended. */
  async processorMs(): Promise<number | null> {
    await Promise.race([this.#started.promise, this.#ended.promise])
    const used = await this.#worker.cpuUsage().catch(() => null)
    return used === null ? null : (used.user + used.system) / 1000
  }

  /** An idle thread keeps no process alive. */
  rest(): void {
    this.#worker.unref()
  }

  /** Stops the thread, whatever it does, and resolves when it has ended. */
  async end(): Promise<void> {
    this.#isAlive = false
    await this.#worker.terminate()
    await this.#ended.promise
  }

  #send(message: ToThread, moved: readonly Transferable[] = []): void {
    this.#worker.postMessage(message, moved)
  }

  #take(message: FromThread): void {
    if ('report' in message) this.#running?.onReport(message.report)
    else if ('processedMs' in message) {
      this.#running?.onTime(message.processedMs)
      this.#running?.onProcessed()
    } else {
      this.#restedMs = message.threadMs
      this.#running?.onTime(message.processorMs)
      const running = this.#settle()
      if ('failure' in message) running?.reject(new WorkFailed(withCode(message), message.failure))
      else running?.resolve(message.result)
    }
  }

  #settle(): RunningTask | null {
    const running = this.#running
    this.#running = null
    return running
  }
}

/** Messages between threads lose the code of an error, and the name of its class. */
const withCode = ({ error, failure: { name, code } }: Failed): unknown =>
  error instanceof Error
    ? Object.assign(error, error.name === name ? {} : { name }, code === null ? {} : { code })
    : error
