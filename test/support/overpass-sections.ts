/** What made-up servers of Overpass share: the query of a request, and the last sections of an answer to one for whole boundaries, empty. */
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { WHOLE_BOUNDARIES } from '../../src/sources/overpass/queries.ts'

export const queryOf = async (request: IncomingMessage): Promise<string> =>
  new URLSearchParams(await text(request)).get('data') ?? ''

export const countOf = (total: number) => ({ type: 'count', id: 0, tags: { total: String(total) } })

/** From the given section on. */
export const emptyFrom = (section: keyof typeof WHOLE_BOUNDARIES): readonly object[] =>
  Array.from({ length: WHOLE_BOUNDARIES.noLevel - WHOLE_BOUNDARIES[section] + 1 }, () => countOf(0))
