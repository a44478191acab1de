/** Orders search results by name match, then by distance and prominence, and drops duplicates of a place. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { BoundaryId } from '../boundary/id.ts'
import { isNameIn } from '../boundary/language.ts'
import type { Position } from '../geometry/rings.ts'
import { distanceKm } from './distance.ts'
import { foldName } from './fold.ts'
import type { Match, NameFit } from './match.ts'
import { prominence, STEPS_PER_TENFOLD } from './prominence.ts'
import { haveSameExtent } from './same-extent.ts'

export interface Ranked {
  readonly record: BoundaryRecord
  readonly matchedName: string
  readonly match: Match
}

interface Entry {
  readonly record: BoundaryRecord
  readonly fit: NameFit
  /** For whole names near a point: how many times the distance doubles. */
  readonly far: number
  readonly score: number
  readonly isInLanguage: boolean
  readonly distanceKm: number
}

export class Ranking {
  readonly #near: Position | null
  readonly #languages: readonly string[]
  readonly #entries = new Map<BoundaryId, Entry>()

  constructor(near: Position | null, languages: readonly string[]) {
    this.#near = near
    this.#languages = languages
  }

  get size(): number {
    return this.#entries.size
  }

  add(record: BoundaryRecord, fit: NameFit): void {
    const known = this.#entries.get(record.id)
    if (known !== undefined && known.fit.grade <= fit.grade) return
    const km = this.#near === null ? 0 : distanceKm(this.#near, record.bbox)
    const doublings = Math.log2(1 + km / NEAR_KM)
    this.#entries.set(record.id, {
      record,
      fit,
      far: fit.match === 'exact' ? Math.round(doublings) : 0,
      score: prominence(record) - STEPS_PER_TENFOLD * Math.log10(2) * doublings,
      isInLanguage: isNameIn(record, this.#languages, fit.form.name),
      distanceKm: km,
    })
  }

  best(limit: number): readonly Ranked[] {
    const answer: Ranked[] = []
    for (const { record, fit } of [...this.#entries.values()].sort(byRank)) {
      if (answer.length === limit) break
      if (answer.some((better) => areCounterparts(better.record, record))) continue
      answer.push({ record, matchedName: fit.form.name, match: fit.match })
    }
    return answer
  }
}

/** Beyond this, ten times the distance outweighs ten times the people. */
const NEAR_KM = 20

/** Among equal matches of a name, `near` decides, then the larger place. */
const byRank = (a: Entry, b: Entry): number =>
  a.fit.grade - b.fit.grade ||
  a.fit.edits - b.fit.edits ||
  a.far - b.far ||
  b.score - a.score ||
  Number(b.isInLanguage) - Number(a.isInLanguage) ||
  a.distanceKm - b.distanceKm ||
  (a.record.id < b.record.id ? -1 : 1)

/** True for the same land under the same name at two levels. */
const areCounterparts = (a: BoundaryRecord, b: BoundaryRecord): boolean =>
  haveSameExtent(a, b) && foldName(a.name) === foldName(b.name)
