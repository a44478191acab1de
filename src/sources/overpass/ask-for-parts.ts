/** Requests whole boundaries, and the relations that are members of their relations. */
import type { Tags } from '../extract/pbf/tags.ts'
import { UnusableAnswer } from '../live/unusable-answer.ts'
import type { Overpass, OverpassReply } from './client.ts'
import { type OverpassParts, partsOf } from './parts.ts'
import { type QueryLimits, queryOfRelations } from './queries.ts'

export interface AskedParts extends OverpassParts {
  /** Bytes of all answers. */
  readonly bytes: number
  /** RFC 3339 UTC: date of the map data of the first answer. */
  readonly mapTimestamp: string | null
}

/** Depth to which relations inside relations are followed; real data needs one or two levels. */
const MAX_NESTING = 8

/** True if a boundary of the answer was requested. Its tags are null if it is a way that does not close. */
export type IsAskedFor = (id: string, tags: Tags | null) => boolean

/** @throws LiveMapFailed */
export const askForParts = async (
  overpass: Pick<Overpass, 'ask'>,
  query: (limits: QueryLimits) => string,
  isAskedFor: IsAskedFor,
): Promise<AskedParts> => {
  let asked = await overpass.ask(query, (reply) => {
    const together = putTogether(reply, [])
    requireAskedFor(together.parts, isAskedFor)
    return together
  })
  for (let depth = 0; asked.parts.missingRelations.length > 0 && depth < MAX_NESTING; depth++) {
    const { reply, nested, parts } = asked
    asked = await overpass.ask(
      (limits) => queryOfRelations(parts.missingRelations, limits),
      (inner) => putTogether(reply, [...nested, inner]),
    )
  }
  const { reply, nested, parts } = asked
  const bytes = nested.reduce((sum, each) => sum + each.bytes, reply.bytes)
  return { ...parts, bytes, mapTimestamp: reply.mapTimestamp }
}

interface Together {
  readonly reply: OverpassReply
  readonly nested: readonly OverpassReply[]
  readonly parts: OverpassParts
}

/** @throws UnusableAnswer */
const putTogether = (reply: OverpassReply, nested: readonly OverpassReply[]): Together => ({
  reply,
  nested,
  parts: partsOf(reply, nested),
})

/** Rejects boundaries that were not requested: a proxy may mix up the answers of two queries. @throws UnusableAnswer */
const requireAskedFor = ({ parts, wanted }: OverpassParts, isAskedFor: IsAskedFor): void => {
  const ways = new Map(parts.taggedWays.map(({ id, tags }) => [`w${id}`, tags]))
  for (const id of wanted) {
    const tags = id.startsWith('r') ? parts.relations.get(Number(id.slice(1)))?.tags : ways.get(id)
    if (!isAskedFor(id, tags ?? null))
      throw new UnusableAnswer(`The answer is about ${id}, which was not asked for.`)
  }
}
