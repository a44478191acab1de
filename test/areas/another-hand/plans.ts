// Land as sets of ids, and other ways to say the same land.

import { iso } from './gazetteer.ts'
import type { Group } from './places.ts'
import type { Plan } from './types.ts'

export function plan(include: readonly string[], exclude: readonly string[] = []): Plan {
  return { include: include.map(iso), exclude: exclude.map(iso) }
}

/** Adds ids to a plan and to each of its other forms. */
export function extend<T extends Plan & { or?: Plan[] }>(
  base: T,
  include: readonly string[],
  exclude: readonly string[] = [],
): T {
  const add = (one: Plan): Plan => ({
    include: [...one.include, ...include.map(iso)],
    exclude: [...one.exclude, ...exclude.map(iso)],
  })
  return { ...base, ...add(base), ...(base.or === undefined ? {} : { or: base.or.map(add) }) }
}

/** The plans of several pieces as one. Each piece may choose between its forms. */
export function union(pieces: readonly (Plan & { or?: Plan[] })[]): Plan & { or?: Plan[] } {
  let all: Plan[] = [{ include: [], exclude: [] }]
  for (const piece of pieces) {
    const forms = [{ include: piece.include, exclude: piece.exclude }, ...(piece.or ?? [])]
    // More than a few combinations would say nothing new; the first forms come first.
    all = all
      .flatMap((left) =>
        forms.map((right) => ({
          include: [...left.include, ...right.include],
          exclude: [...left.exclude, ...right.exclude],
        })),
      )
      .slice(0, 12)
  }
  const [first, ...or] = all
  return or.length > 0 ? { ...first!, or } : first!
}

/**
 * A group without some of its members, and without or with some smaller places.
 * Members that are left out may be listed as exceptions or not: both say the same land.
 */
export function groupPlan(
  group: Group,
  gone: readonly string[] = [],
  cut: readonly string[] = [],
  back: readonly string[] = [],
): Plan & { or?: Plan[] } {
  const withoutOf = (members: readonly string[]): string[] =>
    members.flatMap((member) => group.without[member] ?? [])
  const left = group.members.filter((member) => !gone.includes(member))
  const first = plan([...left, ...back], [...withoutOf(left), ...cut])
  const forms: Plan[] = []
  if (gone.length > 0) forms.push(plan([...left, ...back], [...withoutOf(left), ...cut, ...gone]))
  if (group.maybe.length > 0) {
    // A member's own dependencies go with it; that they stay would be another reading.
    const own: Readonly<Record<string, string>> = { FO: 'DK', GL: 'DK', AX: 'FI' }
    const more = group.maybe.filter((code) => !gone.includes(own[code]!))
    for (const set of [more, more.filter((code) => code !== 'AX'), more.filter((code) => code === 'AX')]) {
      if (set.length > 0) forms.push(plan([...left, ...set, ...back], cut))
    }
  }
  return forms.length > 0 ? { ...first, or: forms } : first
}
