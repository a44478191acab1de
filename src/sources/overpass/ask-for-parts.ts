/** Requests whole boundaries, and the relations that are members of their relations. */
import type { Tags } from '../extract/pbf/tags.ts'
import { UnusableAnswer } from '../upstream/unusable-answer.ts'
import type { Overpass } from './client.ts'
import type { OverpassParts } from './parts.ts'
import { type QueryLimits, queryOfRelations } from './queries.ts'
import type { PartsReader, ReadParts } from './read-parts.ts'

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
