/** A row of a table of places, and the answer to it. */
import type { BoundaryRecord } from '../boundary/boundary.ts'

/** What a row says about its place, without spaces around; empty where it says nothing. */
export interface Place {
  /** Name in any language, a code or an id. */
  readonly name: string
  readonly country: string
  /** A level word in any language, a kind, or a level of OpenStreetMap. */
  readonly level: string
  /** Name, code or id of what contains the place. */
  readonly parent: string
}

export type PlaceMatch = Matched | Unmatched

export interface Matched {
  readonly isMatched: true
  readonly record: BoundaryRecord
  /** Above 0, at most 1. */
  readonly score: number
  /** How the name agrees, and a note for each other cell that is misspelt. */
  readonly reason: string
  /** A cell has typing errors. */
  readonly isMisspelt: boolean
}

export interface Unmatched {
  readonly isMatched: false
  /** A sentence, or two. */
  readonly reason: string
  /** What the row may mean, the best first; at most `MAX_CANDIDATES`. */
  readonly candidates: readonly BoundaryRecord[]
}

/**
 * How the name of a row agrees with the boundary, and the score, which is multiplied by the share of letters that are right in each cell
 * with typing errors. The guide has this table in words.
 */
export const SCORES = {
  code: 1,
  name: 1,
  'name of a town in it, too': 0.9,
  'name with another level word': 0.95,
  'name without its level word': 0.9,
  'similar name': 0.95,
} as const
export type Reason = keyof typeof SCORES

export const unmatched = (reason: string, candidates: readonly BoundaryRecord[] = []): Unmatched => ({
  isMatched: false,
  reason,
  candidates: candidates.slice(0, MAX_CANDIDATES),
})

const MAX_CANDIDATES = 10
