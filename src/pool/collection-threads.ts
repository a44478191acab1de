/** Writes collections in threads of their own, which hold the state of a file from its first feature to its last. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type {
  CollectionFeature,
  CollectionTask,
  WrittenCollection,
} from '../domain/collections/collection-file.ts'
import { FileStoreError } from '../domain/files/ports.ts'
import { BeyondFormat } from '../domain/formats/writer.ts'
import { RendererBusy } from '../domain/render/renderer.ts'
import { siblingModule } from '../util/sibling-module.ts'

export interface CollectionReply {
  readonly written?: WrittenCollection
  readonly failure?: { readonly name: string; readonly message: string; readonly code: string | null }
}

const RETRY_AFTER_SECONDS = 60

/** One batch is under way at a time, so that memory holds two. On abort the thread is stopped at once. */
export const writeInThread = async (
  task: CollectionTask,
  batches: AsyncIterable<readonly CollectionFeature[]>,
  heapMb: number,
  signal?: AbortSignal,
): Promise<WrittenCollection> => {
  signal?.throwIfAborted()
  const thread = new Worker(siblingModule('collection-thread', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  const stop = (): void => void thread.terminate()
  signal?.addEventListener('abort', stop, { once: true })
  const ended = endOf(thread, signal)
  ended.catch(() => {})
  const send = async (features: readonly CollectionFeature[] | null): Promise<CollectionReply> => {
    const answered = once(thread, 'message')
    answered.catch(() => {})
    thread.postMessage(features)
    const [reply] = (await Promise.race([answered, ended])) as [CollectionReply]
    if (reply.failure !== undefined) throw errorOf(reply.failure)
    return reply
  }
  try {
    for await (const batch of batches) {
      signal?.throwIfAborted()
      await send(batch)
    }
    const { written } = await send(null)
    return written!
  } finally {
    signal?.removeEventListener('abort', stop)
    await thread.terminate()
  }
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
  if (code === 'ENOSPC' || code === 'EDQUOT' || /disk is full/.test(message))
    return new FileStoreError(`The disk for temporary files is full: ${message}.`)
  return Object.assign(new Error(message), { name })
}
