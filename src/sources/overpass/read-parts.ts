/** Turns the bodies of answers into the parts of boundaries: the work of a thread, because answers have up to hundreds of megabytes. */
import { setImmediate } from 'node:timers/promises'
import type { Compute, RunOptions } from '../../compute/port.ts'
import { defineWork } from '../../compute/work.ts'
import { LiveMapFailed } from '../../domain/live/ports.ts'
import { exceededBy } from '../extract/shape-apart.ts'
import { UnusableAnswer } from '../upstream/unusable-answer.ts'
import { type OverpassParts, partsOf } from './parts.ts'
import { replyOf } from './reply.ts'

export interface PartsTask {
  /** Answer to a query for whole boundaries, then those to queries for their member relations. */
  readonly answers: readonly [Uint8Array, ...Uint8Array[]]
}

export interface ReadParts extends OverpassParts {
  /** RFC 3339 UTC: date of the map data of the first answer. */
  readonly mapTimestamp: string | null
}

/** Errors lose their class between threads, so an unusable answer is a result. */
type PartsResult = ReadParts | { readonly unusable: { readonly message: string } }

const runParts = ({ answers }: PartsTask): PartsResult => {
  try {
    const [reply, ...nested] = answers.map(replyOf)
    return { ...partsOf(reply, nested), mapTimestamp: reply.mapTimestamp }
  } catch (error) {
    if (!(error instanceof UnusableAnswer)) throw error
    return { unusable: { ...error, message: error.message } }
  }
}

export const partsWork = defineWork({ module: import.meta.url, name: 'partsWork', run: runParts })

export type PartsReader = ReturnType<typeof openPartsReader>

/** Threads are those of imports, which place and shape the parts. */
export const openPartsReader = (compute: Compute, owner: RunOptions['owner']) => ({
  /** Starts a thread for an answer that will come soon. */
  prepare: (): void => compute.prepare(partsWork, 'import'),
  /** @throws UnusableAnswer, LiveMapFailed if the answer is too large for a thread */
  read: async (task: PartsTask): Promise<ReadParts> => {
    const shared = await answersInSharedMemory(task)
    const result = await compute.run(partsWork, shared, { lane: 'import', owner }).catch((cause: unknown) => {
      if (exceededBy(cause) === null) throw cause
      const reason = 'Reading the answer takes too much memory or time.'
      throw new LiveMapFailed('too large', reason, 3_600, { cause })
    })
    if ('unusable' in result)
      throw Object.assign(new UnusableAnswer(result.unusable.message), result.unusable)
    return result
  },
})

/** Copied at once, so that a large answer does not hold up the calling thread. */
const SLICE_BYTES = 1024 * 1024

const answersInSharedMemory = async ({ answers: [first, ...nested] }: PartsTask): Promise<PartsTask> => ({
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
