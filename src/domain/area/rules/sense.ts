/** A boundary as what a name means, and the tests that narrow several to those that may be meant. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import type { Kind } from '../../boundary/kind.ts'
import { liesIn } from '../plan.ts'

export interface Sense {
  readonly boundary: BoundaryRecord
  /** The name, as its source writes it. */
  readonly matchedName: string
  /** The text has another spelling. */
  readonly isCorrected: boolean
}

/** What a name is asked for. */
export interface NameQuestion {
  /** Folded. */
  readonly name: string
  /** The likeliest first; null for any. */
  readonly kinds: readonly Kind[] | null
  /** It lies in one of them; null for anywhere. */
  readonly inside: readonly BoundaryRecord[] | null
}

/** Those of the kinds that lie in what is asked for. */
export const fitting = (
  senses: readonly Sense[],
  { kinds, inside }: Pick<NameQuestion, 'kinds' | 'inside'>,
): readonly Sense[] => {
  const within = inside === null ? senses : senses.filter(({ boundary }) => liesStrictlyIn(boundary, inside))
  return kinds === null ? within : ofKinds(within, kinds)
}

export const liesStrictlyIn = (boundary: BoundaryRecord, outer: readonly BoundaryRecord[]): boolean =>
  outer.some(({ id }) => id !== boundary.id && liesIn(boundary, id))

/** In one country the likelier kind is meant: the county rather than a town that has its name. */
const ofKinds = (senses: readonly Sense[], kinds: readonly Kind[]): readonly Sense[] => {
  const rank = ({ boundary }: Sense): number => {
    const ranks = [boundary.kind, ...(boundary.alsoKinds ?? [])].map((kind) => kinds.indexOf(kind))
    return Math.min(...ranks.filter((each) => each >= 0), kinds.length)
  }
  const ranked = senses
    .map((sense) => ({ sense, rank: rank(sense) }))
    .filter((each) => each.rank < kinds.length)
  return ranked
    .filter(({ sense, rank: own }) =>
      ranked.every((other) => other.sense.boundary.country !== sense.boundary.country || other.rank >= own),
    )
    .sort((a, b) => a.rank - b.rank)
    .map(({ sense }) => sense)
}
