/** Orders search results, and drops duplicates of a place. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { Match } from '../boundary/boundary-json.ts'
import type { BoundaryId } from '../boundary/id.ts'
import { isNameIn } from '../boundary/language.ts'
import type { Position } from '../geometry/rings.ts'
import { distanceKm, doublingsOf } from './distance.ts'
import { foldName } from './fold.ts'
import { type Grade, gradeOf, type NameFit } from './match-quality.ts'
import { prominence, STEPS_PER_TENFOLD } from './prominence.ts'
import { haveSameExtent } from './same-extent.ts'
import { STANDINGS, type Standing } from './standing.ts'

export interface FoundByName {
  readonly record: BoundaryRecord
  /** The name or code that matched, as written in the source. */
  readonly matchedName: string
  readonly match: Match
  /** Only if the question asks for it, and not if the live map alone has found it: it comes after all others. */
  readonly placing?: Placing
}

/** Why a candidate has its place. */
export interface Placing {
  /** The criterion that puts it behind the candidate before it; null for the first. */
  readonly decidedBy: CriterionName | null
  readonly grade: Grade
  readonly edits: number
  readonly standing: Standing
  readonly containsPoint: boolean
  readonly distanceSteps: number
  readonly prominence: number
  readonly isInLanguage: boolean
  readonly distanceKm: number
}

interface RankedEntry {
  readonly record: BoundaryRecord
  readonly fit: NameFit
  readonly standing: Standing
  /** 0 if nothing that matches alike comes before it; larger for a boundary that is less sure. */
  readonly behind: number
  readonly containsPoint: boolean
  /** For whole names near a point: how many times the distance doubles. */
  readonly far: number
  readonly score: number
  readonly isInLanguage: boolean
  readonly distanceKm: number
}

/**
 * The order of candidates: the first criterion in which two differ decides, and the smaller value comes first. Without a point, those
 * about it are equal. Guides and `explain` follow this list.
 */
const CRITERIA = [
  // An object named "840" or "US" never stands before the country that has the code.
  { name: 'exact', of: ({ behind, fit }) => (behind === 0 && fit.match === 'exact' ? 0 : 1) },
  { name: 'match', of: ({ fit }) => fit.grade },
  { name: 'edits', of: ({ fit }) => fit.edits },
  { name: 'standing', of: ({ behind }) => behind },
  { name: 'containment', of: ({ containsPoint }) => (containsPoint ? 0 : 1) },
  { name: 'distance', of: ({ far }) => far },
  { name: 'prominence', of: ({ score }) => -score },
  { name: 'language', of: ({ isInLanguage }) => (isInLanguage ? 0 : 1) },
  { name: 'kilometres', of: ({ distanceKm: km }) => km },
] as const satisfies readonly { readonly name: string; readonly of: (entry: RankedEntry) => number }[]

/** `id`: they are equal in everything else. */
export const CRITERION_NAMES = [...CRITERIA.map(({ name }) => name), 'id'] as const
export type CriterionName = (typeof CRITERIA)[number]['name'] | 'id'

const byRank = (a: RankedEntry, b: RankedEntry): number => {
  for (const { of } of CRITERIA) {
    const difference = of(a) - of(b)
    if (difference !== 0) return difference
  }
  return a.record.id < b.record.id ? -1 : 1
}

/** @param containing the boundaries that contain the point `near` */
export const createRanking = (
  near: Position | null,
  languages: readonly string[],
  containing: readonly BoundaryRecord[],
) => {
  const entries = new Map<BoundaryId, RankedEntry>()
  let size = 0

  const add = (record: BoundaryRecord, fit: NameFit, standing: Standing): void => {
    const known = entries.get(record.id)
    if (known !== undefined && known.fit.grade <= fit.grade) return
    if (known === undefined && standing !== 'fetched') size++
    const km = near === null ? 0 : distanceKm(near, record.bbox)
    const doublings = doublingsOf(km)
    entries.set(record.id, {
      record,
      fit,
      standing,
      behind: isNearer(standing) ? 0 : STANDINGS.indexOf(standing),
      containsPoint: containing.some(({ id }) => id === record.id),
      far: fit.match === 'exact' ? Math.round(doublings) : 0,
      score: prominence(record) - STEPS_PER_TENFOLD * Math.log10(2) * doublings,
      isInLanguage: isNameIn(record, languages, fit.form.name),
      distanceKm: km,
    })
  }

  const best = (limit: number, isExplained = false): readonly FoundByName[] => {
    const answer: RankedEntry[] = []
    for (const entry of [...entries.values()].sort(byRank)) {
      if (answer.length === limit) break
      if (!answer.some((better) => isCounterpart(better, entry))) answer.push(entry)
    }
    return answer.map((entry, index) => ({
      record: entry.record,
      matchedName: entry.fit.form.name,
      match: entry.fit.match,
      ...(isExplained ? { placing: placingOf(entry, answer[index - 1]) } : {}),
    }))
  }

  /** Near a point, distance decides between the operator's boundaries and the known ones. */
  const isNearer = (standing: Standing): boolean => standing === 'imported' && near !== null

  return {
    /** Number of boundaries, except for those that a stranger may have drawn: they never end a search for known ones. */
    get size(): number {
      return size
    },
    add,
    best,
  }
}

const placingOf = (entry: RankedEntry, before: RankedEntry | undefined): Placing => ({
  decidedBy: before === undefined ? null : decisionBetween(before, entry),
  grade: gradeOf(entry.fit),
  edits: entry.fit.edits,
  standing: entry.standing,
  containsPoint: entry.containsPoint,
  distanceSteps: entry.far,
  prominence: Math.round(entry.score),
  isInLanguage: entry.isInLanguage,
  distanceKm: entry.distanceKm,
})

const decisionBetween = (a: RankedEntry, b: RankedEntry): CriterionName =>
  CRITERIA.find(({ of }) => of(a) !== of(b))?.name ?? 'id'

/** True for the same land under the same name at two levels; what is less sure stands for nothing else. */
const isCounterpart = (better: RankedEntry, { record, behind }: RankedEntry): boolean =>
  better.behind <= behind &&
  haveSameExtent(better.record, record) &&
  foldName(better.record.name) === foldName(record.name)
