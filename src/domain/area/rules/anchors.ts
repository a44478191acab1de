/** Boundaries that a description certainly means, which help to choose among places of one name. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { areSiblings, type Item, mayMean } from './item.ts'

export const beyondDoubt = (items: readonly Item[]): readonly BoundaryRecord[] =>
  items.flatMap((item) => {
    if (item.group !== null || item.senses.length === 1) return mayMean(item)
    const own = item.senses.filter(({ isOwn }) => isOwn)
    return own.length === 1 ? [own[0].boundary] : []
  })

/**
 * Lists are usually uniform: if every item can be a child of one parent at one level, all are. Except if two parents have
 * such children: a Franklin County and a Madison County are in many states.
 */
export const commonFamily = (items: readonly Item[]): readonly BoundaryRecord[] => {
  if (items.length < 2) return []
  const [first, ...rest] = items.map(mayMean)
  const [member, next] = first.filter((candidate) =>
    rest.every((others) => others.some((other) => areSiblings(candidate, other))),
  )
  return member !== undefined && next === undefined ? [member] : []
}
