/** The last sections of an answer to a query for whole boundaries, where they are empty. */
import { WHOLE_BOUNDARIES } from '../../src/sources/overpass/queries.ts'

export const countOf = (total: number) => ({ type: 'count', id: 0, tags: { total: String(total) } })

/** From the given section on. */
export const emptyFrom = (section: keyof typeof WHOLE_BOUNDARIES): readonly object[] =>
  Array.from({ length: WHOLE_BOUNDARIES.noLevel - WHOLE_BOUNDARIES[section] + 1 }, () => countOf(0))
