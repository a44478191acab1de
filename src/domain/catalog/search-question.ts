/** What a caller searches for, and which boundaries its filters leave in. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { COUNTRY_LEVEL, type Kind } from '../boundary/kind.ts'
import type { Position } from '../geometry/rings.ts'
import type { Standing } from './standing.ts'

export interface SearchQuestion {
  /**
   * As typed by the caller: a name in any language and script, followed by parents if it is ambiguous; or a code, or an id.
   */
  readonly text: string
  /** ISO 3166-1 alpha-2, upper case; empty for all. */
  readonly countries: readonly string[]
  readonly kind: Kind | null
  readonly adminLevel: number | null
  readonly near: Position | null
  readonly limit: number
  /** The caller's languages, the best first; they decide between equals. */
  readonly languages?: readonly string[]
  /** Also search the live map. */
  readonly isLive?: boolean
  /** Treat the text as one name, and return only exact matches. */
  readonly isWholeName?: boolean
  /** Say what decided the place of each. */
  readonly isExplained?: boolean
  /** The least sure boundaries to return; all if absent. */
  readonly least?: Standing
  /** Find no similar names: the caller looks for them in its own way. */
  readonly isSpelt?: boolean
  /** Only boundaries inside one of these. */
  readonly within?: readonly BoundaryRecord[]
  /** A further filter, which sources do not know. */
  readonly isWanted?: (record: BoundaryRecord) => boolean
}

/** True if the boundary passes the filters of the question. */
export const passesFilters = (
  { country, kind, alsoKinds = [], adminLevel }: BoundaryRecord,
  wanted: Pick<SearchQuestion, 'countries' | 'kind' | 'adminLevel'>,
): boolean =>
  (wanted.countries.length === 0 || (country !== null && wanted.countries.includes(country))) &&
  (wanted.kind === null || kind === wanted.kind || alsoKinds.includes(wanted.kind)) &&
  (wanted.adminLevel === null ||
    adminLevel === wanted.adminLevel ||
    (wanted.adminLevel === COUNTRY_LEVEL && kind === 'country'))
