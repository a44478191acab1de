/** Computes the land of a plan from its tree and its polygons, and finds parts that change nothing. */
import { unionMinus } from '../geometry/boolean.ts'
import { type AreaBits, combine, MAX_COMBINED } from '../geometry/combine.ts'
import type { Rings } from '../geometry/rings.ts'

/** A part of a plan. The boundary is the index of its polygon. */
export interface AreaNode {
  readonly polygon: number
  readonly except: readonly AreaNode[]
}

export interface Evaluated {
  readonly rings: Rings
  /** Parts that change almost no land. */
  readonly redundant: readonly RedundantPart[]
}

export interface RedundantPart {
  readonly polygon: number
  readonly role: 'include' | 'exclude'
}

/**
 * The union of the parts, each without the union of its exceptions, which have exceptions in turn. Costs about one microsecond for each
 * position of the parts, more where their borders cross; a single part costs nothing. O(n log n) in positions and crossings; beyond 14
 * boundaries once for each depth of exceptions.
 */
export const evaluate = (parts: readonly AreaNode[], polygons: readonly Rings[]): Evaluated => {
  if (parts.length === 1 && parts[0].except.length === 0)
    return { rings: polygons[parts[0].polygon], redundant: [] }
  if (polygons.length > MAX_COMBINED) return { rings: union(parts, polygons), redundant: [] }
  const { rings, pieces } = combine(polygons, (within) => parts.some((part) => nodeHolds(part, within)))
  return { rings, redundant: redundantOf(parts, pieces) }
}

/** Step by step: exact if no exception crosses the border of its part. */
const union = (parts: readonly AreaNode[], polygons: readonly Rings[]): Rings => {
  const lands = parts.map(({ polygon, except }) =>
    except.length === 0 ? polygons[polygon] : unionMinus([polygons[polygon]], [union(except, polygons)]),
  )
  return lands.length === 1 ? lands[0] : unionMinus(lands, [])
}

const nodeHolds = ({ polygon, except }: AreaNode, within: AreaBits): boolean =>
  (within & (1 << polygon)) !== 0 && !except.some((each) => nodeHolds(each, within))

/** Borders from different sources rarely match: a change of less than this share of a boundary is noise. */
const WORTH_MENTIONING = 1e-3

/** Starts from the end, so that of two equal parts the earlier one counts. */
const redundantOf = (
  parts: readonly AreaNode[],
  pieces: ReadonlyMap<AreaBits, number>,
): readonly RedundantPart[] => {
  const redundant: RedundantPart[] = []
  let left = parts
  for (const each of usesOf(parts, 'include').reverse()) {
    const without = withoutPart(left, 'include', each)
    let own = 0
    let changed = 0
    for (const [within, area] of pieces) {
      if ((within & (1 << each.polygon)) !== 0) own += area
      const before = left.some((part) => nodeHolds(part, within))
      if (before !== without.some((part) => nodeHolds(part, within))) changed += area
    }
    if (changed > own * WORTH_MENTIONING) continue
    redundant.unshift(each)
    left = without
  }
  return redundant
}

const otherRole = (role: RedundantPart['role']): RedundantPart['role'] =>
  role === 'include' ? 'exclude' : 'include'

/** Each polygon once per role. */
const usesOf = (parts: readonly AreaNode[], role: RedundantPart['role']): RedundantPart[] => {
  const all = parts.flatMap(({ polygon, except }): RedundantPart[] => [
    { polygon, role },
    ...usesOf(except, otherRole(role)),
  ])
  return all.filter(
    (use, index) => all.findIndex((each) => each.polygon === use.polygon && each.role === use.role) === index,
  )
}

const withoutPart = (
  parts: readonly AreaNode[],
  role: RedundantPart['role'],
  use: RedundantPart,
): readonly AreaNode[] =>
  parts
    .filter(({ polygon }) => polygon !== use.polygon || role !== use.role)
    .map(({ polygon, except }) => ({ polygon, except: withoutPart(except, otherRole(role), use) }))
