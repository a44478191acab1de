/** The canonical input of a union: the order and repetition of boundaries do not matter. */
import type { BoundaryRecord } from './boundary.ts'

export interface BoundarySet {
  readonly include: readonly BoundaryRecord[]
  readonly exclude: readonly BoundaryRecord[]
}

/** Sorts each list by id and removes repeats. */
export const canonicalSet = ({ include, exclude }: BoundarySet): BoundarySet => ({
  include: distinct(include),
  exclude: distinct(exclude),
})

/** Returns the same key for equal sets. */
export const setKey = ({ include, exclude }: BoundarySet): string =>
  [include, exclude].map((records) => records.map(({ id }) => id).join(' ')).join(' - ')

const distinct = (records: readonly BoundaryRecord[]): readonly BoundaryRecord[] =>
  [...new Map(records.map((record) => [record.id, record])).values()].sort((a, b) => (a.id < b.id ? -1 : 1))
