/**
 * Finds rings that cross at a junction: their passages through it alternate around it. Passages that share a half-edge, or
 * lie on one side of each other, only touch.
 */
import { DisjointSets } from './disjoint-sets.ts'

export interface Passage {
  readonly ring: number
  /** Places around the junction at which the ring enters and leaves, the lower first. */
  readonly low: number
  readonly high: number
}

/** Reports crossing rings until all that are connected by crossings are joined. */
export const joinCrossing = (
  passages: readonly Passage[],
  join: (ring: number, other: number) => void,
): void => {
  // Of passages that open at one place, the longest opens first and closes last, so that none of them cross.
  const opening = [...passages].sort((a, b) => a.low - b.low || b.high - a.high)
  const closing = [...opening.keys()].sort((a, b) => opening[a].high - opening[b].high || b - a)
  const sets = new DisjointSets(opening.length)
  const openCount = new Int32Array(opening.length)
  /** First member of each set with open passages; the set opened last is at the end. */
  const open: number[] = []
  const close = (passage: number): void => {
    for (let last = open.at(-1)!; sets.find(last) !== sets.find(passage); last = open.at(-1)!) {
      open.pop()
      const below = sets.find(open.at(-1)!)
      join(opening[below].ring, opening[last].ring)
      openCount[below] += openCount[sets.find(last)]
      sets.join(below, last)
    }
    if (--openCount[sets.find(passage)] === 0) open.pop()
  }
  let closed = 0
  opening.forEach(({ low }, passage) => {
    for (; closed < closing.length && opening[closing[closed]].high <= low; closed++) close(closing[closed])
    openCount[passage] = 1
    open.push(passage)
  })
  for (; closed < closing.length; closed++) close(closing[closed])
}
