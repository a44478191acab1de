/** Writes collections in threads of their own, which hold the state of a file from its first feature to its last. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type {
  CollectionBatch,
  CollectionTask,
  WrittenCollection,
} from '../domain/collections/collection-file.ts'
import { FileStoreError, isDiskFull } from '../domain/files/ports.ts'
import { BeyondFormat } from '../domain/formats/writer.ts'
import { RendererBusy } from '../domain/render/renderer.ts'
import { siblingModule } from '../util/sibling-module.ts'
import { moved, packBatch } from './packed-batch.ts'

export interface CollectionReply {
  readonly written?: WrittenCollection
  readonly failure?: { readonly name: string; readonly message: string; readonly code: string | null }
}

const RETRY_AFTER_SECONDS = 60

/** Most of what a writer makes is garbage at once: a larger young generation takes more memory and no less time. */
const YOUNG_MB = 24

export class CollectionThreads {
  readonly #heapMb: number
  readonly #idleMs: number
  /** Has written a file and waits for the next, which then begins at once and with compiled code. */
  #idle: { readonly thread: Worker; readonly timer: NodeJS.Timeout } | null = null

  /** @param idleMs after this time without a file the last thread ends */
  constructor(heapMb: number, idleMs: number) {
    this.#heapMb = heapMb
    this.#idleMs = idleMs
  }

  /** The next batch is read while the thread takes the last, so memory holds three. On abort the thread is stopped at once. */
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
    const send = async (message: unknown, buffers: readonly ArrayBuffer[] = []): Promise<CollectionReply> => {
      const answered = once(thread, 'message')
      answered.catch(() => {})
      thread.postMessage(message, buffers)
      const [reply] = (await Promise.race([answered, ended])) as [CollectionReply]
      if (reply.failure !== undefined) throw errorOf(reply.failure)
      return reply
    }
    let written: WrittenCollection | undefined
    try {
      let taken = send({ task })
      taken.catch(() => {})
      for await (const batch of batches) {
        signal?.throwIfAborted()
        await taken
        const packed = packBatch(batch)
        taken = send({ packed }, moved(packed))
        taken.catch(() => {})
      }
      await taken
      written = (await send({})).written!
      return written
    } finally {
      signal?.removeEventListener('abort', stop)
      removeListeners(thread)
      if (written === undefined || this.#idle !== null) await thread.terminate()
      else this.#keepIdle(thread)
    }
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

/** Only ours: Node listens too, for listeners. */
const removeListeners = (thread: Worker): void => {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event)
}

/** Rejects when the thread ends before its work. */
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

/** The error that the thread reported, as its callers know it. */
export const errorOf = ({ name, message, code }: NonNullable<CollectionReply['failure']>): Error => {
  if (name === 'BeyondFormat') return new BeyondFormat(message)
  if (isDiskFull({ code }) || /disk is full/.test(message))
    return new FileStoreError(`The disk for temporary files is full: ${message}.`, { isFull: true })
  return Object.assign(new Error(message), { name })
}
