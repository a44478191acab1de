/** Rejects sets of boundaries that are too large for a thread, before any work. */
import { problem } from '../../op/problem/problem.ts'

/** @throws Problem `too_large` */
export const requirePoints = (points: number, maxPoints: number): void => {
  if (points > maxPoints) throw problem('too_large', { what: 'boundaries', points, maxPoints })
}
