/** Writes collections in separate threads, which have the state of a file from its first feature to its last. */
import { Worker } from 'node:worker_threads'
import type {
  CollectionBatch,
  CollectionTask,
  WrittenCollection,
} from '../domain/collections/collection-file.ts'
import { BeyondFormat } from '../domain/formats/writer.ts'
import { RendererBusy } from '../domain/render/renderer.ts'
import type { ProcessorTime } from '../util/processor-time.ts'
import { siblingModule } from '../util/sibling-module.ts'
import { isStorageFull, StorageFullError } from '../util/storage-full.ts'
import { processorTime } from '../util/work-owner.ts'
import { moved, type PackedBatch, packBatch } from './packed-batch.ts'

/** Begins a file, adds to it, or ends it. */
export interface CollectionMessage {
  readonly task?: CollectionTask
  readonly packed?: PackedBatch
}

export interface CollectionReply {
  /** Processor time that the message took. */
  readonly processorMs: number
  readonly written?: WrittenCollection
  readonly failure?: { readonly name: string; readonly message: string; readonly code: string | null }
}

const RETRY_AFTER_SECONDS = 60

/** Most objects of a writer become garbage at once: a larger young generation takes more memory without saving time. */
const YOUNG_MB = 24

/**
 * Batches sent before the thread has processed them. With two it never waits for one that the calling thread could have
 * read.
 */
const MAX_WAITING_BATCHES = 2

export class CollectionThreads {
  readonly #heapMb: number
  readonly #idleMs: number
  /** Waits for the next file, which then begins at once, and with compiled code if the thread has written one before. */
  #idle: { readonly thread: Worker; readonly timer: NodeJS.Timeout } | null = null

  /** @param idleMs time without a file after which the last thread ends */
  constructor(heapMb: number, idleMs: number) {
    this.#heapMb = heapMb
    this.#idleMs = idleMs
  }

  /** Reads batches while the thread processes earlier ones. On abort the thread is stopped at once. */
  async write(
    task: CollectionTask,
    batches: AsyncIterable<CollectionBatch>,
    signal?: AbortSignal,
  ): Promise<WrittenCollection> {
    signal?.throwIfAborted()
    const thread = this.#takeIdle() ?? this.#start()
    const stop = (): void => void thread.terminate()
    signal?.addEventListener('abort', stop, { once: true })
    const ended = endOf(thread, signal)
    ended.catch(() => {})
    const replies = new Replies(thread, processorTime())
    const send = (
      message: CollectionMessage,
      buffers: readonly ArrayBuffer[] = [],
    ): Promise<CollectionReply> => {
      thread.postMessage(message, buffers)
      const reply = Promise.race([replies.next(), ended])
      reply.catch(() => {})
      return reply
    }
    let written: WrittenCollection | undefined
    try {
      const taken = [send({ task })]
      for await (const batch of batches) {
        signal?.throwIfAborted()
        if (taken.length > MAX_WAITING_BATCHES) await taken.shift()
        const packed = packBatch(batch)
        taken.push(send({ packed }, moved(packed)))
      }
      const last = send({})
      await Promise.all(taken)
      written = (await last).written!
      return written
    } finally {
      signal?.removeEventListener('abort', stop)
      removeListeners(thread)
      if (written === undefined || this.#idle !== null) await thread.terminate()
      else this.#keepIdle(thread)
    }
  }

  /** Starts a thread for the next file, unless one is waiting. */
  prepare(): void {
    if (this.#idle === null) this.#keepIdle(this.#start())
  }

  async close(): Promise<void> {
    await this.#takeIdle()?.terminate()
  }

  #start(): Worker {
    return new Worker(siblingModule('collection-thread', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
    })
  }

  #keepIdle(thread: Worker): void {
    const forget = (): void => {
      if (this.#idle?.thread === thread) void this.#takeIdle()?.terminate()
    }
    // Without a listener an error would end the process.
    thread.once('error', forget)
    thread.unref()
    this.#idle = { thread, timer: setTimeout(forget, this.#idleMs).unref() }
  }

  #takeIdle(): Worker | null {
    if (this.#idle === null) return null
    const { thread, timer } = this.#idle
    this.#idle = null
    clearTimeout(timer)
    removeListeners(thread)
    thread.ref()
    return thread
  }
}

/** The thread answers messages in their order. */
class Replies {
  readonly #waiting: {
    readonly resolve: (reply: CollectionReply) => void
    readonly reject: (error: Error) => void
  }[] = []

  constructor(thread: Worker, time: ProcessorTime | undefined) {
    thread.on('message', (reply: CollectionReply) => {
      time?.add(reply.processorMs)
      const { resolve, reject } = this.#waiting.shift()!
      if (reply.failure === undefined) resolve(reply)
      else reject(errorOf(reply.failure))
    })
  }

  next(): Promise<CollectionReply> {
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }
}

/** Removes only our listeners, because Node also has some. */
const removeListeners = (thread: Worker): void => {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event)
}

/** Rejects if the thread ends before its work. */
const endOf = (thread: Worker, signal?: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    thread.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new RendererBusy('out_of_memory', RETRY_AFTER_SECONDS)
          : error,
      ),
    )
    thread.once('exit', () =>
      reject(signal?.reason ?? new Error('The thread that writes a collection ended.')),
    )
  })

/** Recreates the error that the thread reported. */
export const errorOf = ({ name, message, code }: NonNullable<CollectionReply['failure']>): Error => {
  if (name === 'BeyondFormat') return new BeyondFormat(message)
  const error = Object.assign(new Error(message), { name, code })
  // Threads do not pass on the numeric code of SQLite's errors.
  return isStorageFull(error) || /disk is full/.test(message)
    ? new StorageFullError(`The disk for temporary files is full: ${message}.`)
    : error
}
