/** From a plan's tree and the polygons of its boundaries to the land that it says, and what each part does to it. */
import { unionMinus } from '../geometry/boolean.ts'
import { type AreaBits, combine, MAX_COMBINED } from '../geometry/combine.ts'
import type { Rings } from '../geometry/rings.ts'

/** A part of a plan, its boundary as the place of its polygon in a list. */
export interface AreaNode {
  readonly polygon: number
  readonly except: readonly AreaNode[]
}

export interface Evaluated {
  readonly rings: Rings
  /** Polygons of the list that could be left out of one role without changing any land worth mentioning. */
  readonly idle: readonly Idle[]
}

export interface Idle {
  readonly polygon: number
  readonly role: 'include' | 'exclude'
}

/** The union of the parts, each without the union of its exceptions, which have exceptions in turn. */
export const evaluate = (parts: readonly AreaNode[], polygons: readonly Rings[]): Evaluated => {
  if (parts.length === 1 && parts[0].except.length === 0)
    return { rings: polygons[parts[0].polygon], idle: [] }
  if (polygons.length > MAX_COMBINED) return { rings: union(parts, polygons), idle: [] }
  const { rings, pieces } = combine(polygons, (within) => parts.some((part) => holds(part, within)))
  return { rings, idle: idleOf(parts, pieces) }
}

/** Step by step: exact as long as exceptions do not cross the borders of what they are cut out of. */
const union = (parts: readonly AreaNode[], polygons: readonly Rings[]): Rings => {
  const lands = parts.map(({ polygon, except }) =>
    except.length === 0 ? polygons[polygon] : unionMinus([polygons[polygon]], [union(except, polygons)]),
  )
  return lands.length === 1 ? lands[0] : unionMinus(lands, [])
}

const holds = ({ polygon, except }: AreaNode, within: AreaBits): boolean =>
  (within & (1 << polygon)) !== 0 && !except.some((each) => holds(each, within))

/** Borders of different sources hardly ever fit: less than this share of a boundary is no effect that anybody meant. */
const WORTH_MENTIONING = 1e-3

/** The last ones first, so that of two that do the same the earlier one counts. */
const idleOf = (parts: readonly AreaNode[], pieces: ReadonlyMap<AreaBits, number>): readonly Idle[] => {
  const idle: Idle[] = []
  let left = parts
  for (const each of usesOf(parts, 'include').reverse()) {
    const without = leftOut(left, 'include', each)
    let own = 0
    let changed = 0
    for (const [within, area] of pieces) {
      if ((within & (1 << each.polygon)) !== 0) own += area
      const before = left.some((part) => holds(part, within))
      if (before !== without.some((part) => holds(part, within))) changed += area
    }
    if (changed > own * WORTH_MENTIONING) continue
    idle.unshift(each)
    left = without
  }
  return idle
}

const otherRole = (role: Idle['role']): Idle['role'] => (role === 'include' ? 'exclude' : 'include')

/** Every polygon once a role. */
const usesOf = (parts: readonly AreaNode[], role: Idle['role']): Idle[] => {
  const all = parts.flatMap(({ polygon, except }): Idle[] => [
    { polygon, role },
    ...usesOf(except, otherRole(role)),
  ])
  return all.filter(
    (use, index) => all.findIndex((each) => each.polygon === use.polygon && each.role === use.role) === index,
  )
}

const leftOut = (parts: readonly AreaNode[], role: Idle['role'], use: Idle): readonly AreaNode[] =>
  parts
    .filter(({ polygon }) => polygon !== use.polygon || role !== use.role)
    .map(({ polygon, except }) => ({ polygon, except: leftOut(except, otherRole(role), use) }))
