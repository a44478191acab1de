/** Requests whole boundaries, and the relations that are members of their relations. */
import { setImmediate } from 'node:timers/promises'
import type { Compute, RunOptions } from '../../compute/port.ts'
import { LiveMapFailed } from '../../domain/live/ports.ts'
import type { Tags } from '../extract/pbf/tags.ts'
import { exceededBy } from '../extract/shape-apart.ts'
import { UnusableAnswer } from '../upstream/unusable-answer.ts'
import type { OverpassParts } from './answer-parts.ts'
import type { Overpass } from './client.ts'
import { type QueryLimits, queryOfRelations } from './queries.ts'
import { type PartsTask, partsWork, type ReadParts } from './read-parts.ts'

/** Depth to which relations inside relations are followed; real data needs one or two levels. */
const MAX_NESTING = 8

/** True if a boundary of the answer was requested. Its tags are null if it is a way that does not close. */
export type IsAskedFor = (id: string, tags: Tags | null) => boolean

/** @throws LiveMapFailed */
export const askForParts = async (
  overpass: Pick<Overpass, 'ask'>,
  { read }: Pick<PartsReader, 'read'>,
  query: (limits: QueryLimits) => string,
  isAskedFor: IsAskedFor,
): Promise<ReadParts> => {
  let asked = await overpass.ask(query, async ({ raw }): Promise<AskedParts> => {
    const parts = await read({ answers: [raw] })
    requireAskedFor(parts, isAskedFor)
    return { answers: [raw], parts }
  })
  for (let depth = 0; asked.parts.missingRelations.length > 0 && depth < MAX_NESTING; depth++) {
    const { answers, parts } = asked
    asked = await overpass.ask(
      (limits) => queryOfRelations(parts.missingRelations, limits),
      async ({ raw }): Promise<AskedParts> => {
        const all = [...answers, raw] as const
        return { answers: all, parts: await read({ answers: all }) }
      },
    )
  }
  return asked.parts
}

interface AskedParts {
  readonly answers: readonly [Uint8Array, ...Uint8Array[]]
  readonly parts: ReadParts
}

/** Rejects boundaries that were not requested: a proxy may mix up the answers of two queries. @throws UnusableAnswer */
const requireAskedFor = ({ parts, wanted }: OverpassParts, isAskedFor: IsAskedFor): void => {
  const ways = new Map(parts.taggedWays.map(({ id, tags }) => [`w${id}`, tags]))
  for (const id of wanted) {
    const tags = id.startsWith('r') ? parts.relations.get(Number(id.slice(1)))?.tags : ways.get(id)
    if (!isAskedFor(id, tags ?? null))
      throw new UnusableAnswer(`The answer is about ${id}, which was not asked for.`)
  }
}

type PartsReader = ReturnType<typeof openPartsReader>

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
