/** Asks for whole boundaries, and for the relations that are members of their relations. */
import type { Overpass, OverpassReply } from './client.ts'
import { type OverpassParts, partsOf } from './parts.ts'
import { type QueryLimits, queryOfRelations } from './queries.ts'

export interface AskedParts extends OverpassParts {
  /** Of all answers. */
  readonly bytes: number
  /** RFC 3339 UTC: the state of the map in the first answer. */
  readonly mapTimestamp: string | null
}

/** Relations inside relations are followed this far; real data needs one or two levels. */
const MAX_NESTING = 8

/** @throws LiveMapFailed */
export const askForParts = async (
  overpass: Pick<Overpass, 'ask'>,
  query: (limits: QueryLimits) => string,
): Promise<AskedParts> => {
  let asked = await overpass.ask(query, (reply) => putTogether(reply, []))
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
