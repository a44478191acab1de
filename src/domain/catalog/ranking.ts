/** Orders search results by name match, then by standing, distance and prominence, and drops duplicates of a place. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { BoundaryId } from '../boundary/id.ts'
import { isNameIn } from '../boundary/language.ts'
import type { Match } from '../boundary/wire.ts'
import type { Position } from '../geometry/rings.ts'
import { distanceKm, doublingsOf } from './distance.ts'
import { foldName } from './fold.ts'
import type { NameFit } from './match.ts'
import { prominence, STEPS_PER_TENFOLD } from './prominence.ts'
import { haveSameExtent } from './same-extent.ts'
import { STANDINGS, type Standing } from './standing.ts'

export interface FoundByName {
  readonly record: BoundaryRecord
  /** The name or code that matched, as written in the source. */
  readonly matchedName: string
  readonly match: Match
}

interface RankedEntry {
  readonly record: BoundaryRecord
  readonly fit: NameFit
  /** 0 if nothing that matches alike comes before it; larger for a boundary that is less sure. */
  readonly behind: number
  /** For whole names near a point: how many times the distance doubles. */
  readonly far: number
  readonly score: number
  readonly isInLanguage: boolean
  readonly distanceKm: number
}

export const createRanking = (near: Position | null, languages: readonly string[]) => {
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
      behind: isNearer(standing) ? 0 : STANDINGS.indexOf(standing),
      far: fit.match === 'exact' ? Math.round(doublings) : 0,
      score: prominence(record) - STEPS_PER_TENFOLD * Math.log10(2) * doublings,
      isInLanguage: isNameIn(record, languages, fit.form.name),
      distanceKm: km,
    })
  }

  const best = (limit: number): readonly FoundByName[] => {
    const answer: RankedEntry[] = []
    for (const entry of [...entries.values()].sort(byRank)) {
      if (answer.length === limit) break
      if (!answer.some((better) => isCounterpart(better, entry))) answer.push(entry)
    }
    return answer.map(({ record, fit }) => ({ record, matchedName: fit.form.name, match: fit.match }))
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

/** Among equal matches of a name, `near` decides, then the larger place. */
const byRank = (a: RankedEntry, b: RankedEntry): number =>
  Number(isSure(b)) - Number(isSure(a)) ||
  a.fit.grade - b.fit.grade ||
  a.fit.edits - b.fit.edits ||
  a.behind - b.behind ||
  a.far - b.far ||
  b.score - a.score ||
  Number(b.isInLanguage) - Number(a.isInLanguage) ||
  a.distanceKm - b.distanceKm ||
  (a.record.id < b.record.id ? -1 : 1)

/** An object named "840" or "US" never stands before the country that has the code. */
const isSure = ({ behind, fit }: RankedEntry): boolean => behind === 0 && fit.match === 'exact'

/** True for the same land under the same name at two levels; what is less sure stands for nothing else. */
const isCounterpart = (better: RankedEntry, { record, behind }: RankedEntry): boolean =>
  better.behind <= behind &&
  haveSameExtent(better.record, record) &&
  foldName(better.record.name) === foldName(record.name)
