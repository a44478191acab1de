/** Columns that `enrich` adds to points: for each kind, the id and the name of the boundary that contains the point. */

import { listed } from '../../util/join-words.ts'
import type { Kind } from '../boundary/kind.ts'
import { nameIn } from '../boundary/language.ts'
import type { LocatedBoundary } from './locator.ts'
import { PointsFault } from './points-reader.ts'

export interface LadderColumns {
  /** `country_id`, `country_name`, `state_id`, … */
  readonly names: readonly string[]
  /**
   * Returns the values for an answer of `reverse`, in the order of the names; empty if no boundary of the kind contains the
   * point.
   */
  readonly values: (ladder: readonly LocatedBoundary[]) => readonly string[]
  /** Returns whether no boundary of any of the kinds contains the point. */
  readonly areEmpty: (ladder: readonly LocatedBoundary[]) => boolean
}

/** Several boundaries of one kind, as on a shared river, are separated by semicolons, the ruling or larger one first. */
export const ladderColumns = (kinds: readonly Kind[], languages: readonly string[]): LadderColumns => ({
  names: kinds.flatMap((kind) => [`${kind}_id`, `${kind}_name`]),
  values: (ladder) =>
    kinds.flatMap((kind) => {
      const found = ladder.filter((record) => record.kind === kind)
      return [found.map(({ id }) => id).join(';'), found.map((record) => nameIn(record, languages)).join(';')]
    }),
  areEmpty: (ladder) => !ladder.some(({ kind }) => kinds.includes(kind)),
})

/** @throws PointsFault if the file already has one of the columns */
export const refuseTakenColumns = (names: readonly string[], columns: LadderColumns): void => {
  const taken = names.filter((name) => columns.names.includes(name))
  if (taken.length === 0) return
  throw new PointsFault(
    taken.length === 1
      ? `The file already has a column ${taken[0]}. ${RENAME}`
      : `The file already has the columns ${listed(taken)}. Rename them, or omit their kinds with --kinds.`,
  )
}

/** Advice for a column or property that exists already. */
export const RENAME = 'Rename it, or omit the kind with --kinds.'
