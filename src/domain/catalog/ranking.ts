/** Puts what was found in order: how the name matches, then how prominent the place is and how near, and no place twice. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { BoundaryId } from '../boundary/id.ts'
import type { Position } from '../geometry/rings.ts'
import { distanceKm } from './distance.ts'
import { foldName } from './fold.ts'
import { bestFit, type NameFit } from './match.ts'
import type { NameHit } from './ports.ts'
import { prominence, STEPS_PER_TENFOLD } from './prominence.ts'
import { haveSameExtent } from './same-extent.ts'

export interface Ranked {
  readonly record: BoundaryRecord
  readonly matchedName: string
}

interface Entry {
  readonly record: BoundaryRecord
  readonly fit: NameFit
  readonly score: number
  readonly distanceKm: number
}

export class Ranking {
  readonly #near: Position | null
  readonly #entries = new Map<BoundaryId, Entry>()

  constructor(near: Position | null) {
    this.#near = near
  }

  get size(): number {
    return this.#entries.size
  }

  /** `name` is the folded name that the hits were found by. */
  add(hits: readonly NameHit[], name: string): void {
    for (const { record, forms } of hits) {
      const fit = bestFit(forms, name)
      const known = this.#entries.get(record.id)
      if (known !== undefined && known.fit.grade <= fit.grade) continue
      const km = this.#near === null ? 0 : distanceKm(this.#near, record.bbox)
      const score = prominence(record) - STEPS_PER_TENFOLD * Math.log10(1 + km / NEAR_KM)
      this.#entries.set(record.id, { record, fit, score, distanceKm: km })
    }
  }

  best(limit: number): readonly Ranked[] {
    const answer: Ranked[] = []
    for (const { record, fit } of [...this.#entries.values()].sort(inOrder)) {
      if (answer.length === limit) break
      if (answer.some((better) => areTwins(better.record, record))) continue
      answer.push({ record, matchedName: fit.form.name })
    }
    return answer
  }
}

/** Ten times as far away (beyond this) weighs as much as ten times as many people. */
const NEAR_KM = 20

const inOrder = (a: Entry, b: Entry): number =>
  a.fit.grade - b.fit.grade ||
  b.fit.similarity - a.fit.similarity ||
  b.score - a.score ||
  a.distanceKm - b.distanceKm ||
  (a.record.id < b.record.id ? -1 : 1)

/** The same land under the same name at two levels. */
const areTwins = (a: BoundaryRecord, b: BoundaryRecord): boolean =>
  haveSameExtent(a, b) && foldName(a.name) === foldName(b.name)
