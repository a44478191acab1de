/** Moves exceptions after the place that they are excluded from: "Except for Corsica, France" is "France except Corsica". */
import { isUnderstood, mayLieIn, type ReadClause } from './item.ts'

export const withExceptionsBehind = (clauses: readonly ReadClause[]): readonly ReadClause[] => {
  const [first, ...rest] = clauses
  if (first?.role !== 'exclude') return clauses
  const [second, ...after] = rest
  if (first.isTurned) return second?.role === 'include' ? [second, first, ...after] : clauses
  const { items } = first
  const end = items.findIndex(
    ({ after }, index) =>
      index > 0 &&
      after === 'comma' &&
      items
        .slice(0, index)
        .every((inner) => items.slice(index).some((outer) => isUnderstood(outer) && mayLieIn(inner, outer))),
  )
  if (end !== -1) {
    const [exceptions, main] = [items.slice(0, end), items.slice(end)]
    return [{ ...first, role: 'include', items: main }, { ...first, items: exceptions }, ...rest]
  }
  const [next, ...others] = rest
  return next?.role === 'include' ? [next, first, ...others] : clauses
}
