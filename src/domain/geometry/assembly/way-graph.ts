/**
 * Ways joined where their ends coincide. Positions decide, not node ids: equal positions leave no gap, and nodes with one id
 * have one position anyway. 180° and −180° are one meridian, so a way that ends on one side of it continues on the other.
 */
import { PairIndex } from '../arrangement/pair-index.ts'
import { HALF_TURN } from '../map-rim.ts'
import type { Position } from '../rings.ts'
import { UNITS_PER_DEGREE } from '../rings.ts'
import type { WorkBudget } from '../work-budget.ts'

export interface MemberWay {
  readonly id: number
  readonly role: string
  /** `[lon, lat, …]` in 1e-7 degrees, in the order of the way. */
  readonly coords: Int32Array
}

/** An end of a way that no other way of the relation continues. */
export interface Gap {
  readonly way: number
  /** `[lon, lat]` in degrees. */
  readonly at: Position
}

export interface WayGraph {
  /** Without duplicate members and without ways of a single position. */
  readonly ways: readonly MemberWay[]
  /** Junctions at the ends of each way; the same one twice for a closed way. */
  readonly tail: Int32Array
  readonly head: Int32Array
  readonly junctionCount: number
}

const INNER_ROLES: ReadonlySet<string> = new Set(['inner', 'enclave'])

export const isInner = ({ role }: MemberWay): boolean => INNER_ROLES.has(role)

export const wayGraphOf = (members: readonly MemberWay[], budget: WorkBudget): WayGraph => {
  const known = new Set<number>()
  const ways: MemberWay[] = []
  for (const member of members) {
    if (known.has(member.id)) continue
    known.add(member.id)
    const coords = withoutRepeats(member.coords)
    if (coords.length >= 4) ways.push({ ...member, coords })
  }
  return joinEnds(ways, budget)
}

/** Splits the ways into pieces that meet only at their ends, and removes duplicates. */
export const wayPieces = ({ ways }: WayGraph, budget: WorkBudget): WayGraph =>
  withoutCancelled(joinEnds(splitAtSharedPositions(ways, budget), budget), budget)

const joinEnds = (ways: readonly MemberWay[], budget: WorkBudget): WayGraph => {
  const junctions = new PairIndex(2 * ways.length, budget)
  const tail = Int32Array.from(ways, ({ coords }) => junctions.add(coords[0], coords[1]))
  const head = Int32Array.from(ways, ({ coords }) => junctions.add(coords.at(-2)!, coords.at(-1)!))
  joinAcrossSeam(junctions, tail, head)
  return { ways, tail, head, junctionCount: junctions.size }
}

/**
 * Joins junctions at the same latitude on both sides of the antimeridian, if on each side one end has no continuation. Others stay apart:
 * mappers also draw the antimeridian itself, once on either side.
 */
const joinAcrossSeam = (junctions: PairIndex, tail: Int32Array, head: Int32Array): void => {
  const positions = junctions.view()
  const pairs = new Map<number, number>()
  let isOdd: Int32Array | null = null
  for (let i = 0; i < positions.length; i += 2) {
    if (positions[i] !== -HALF_TURN) continue
    const east = junctions.find(HALF_TURN, positions[i + 1])
    if (east === -1) continue
    isOdd ??= degrees({ tail, head, junctionCount: junctions.size }).map((count) => count & 1)
    if (isOdd[i / 2] === 1 && isOdd[east] === 1) pairs.set(i / 2, east)
  }
  if (pairs.size === 0) return
  for (const ends of [tail, head])
    for (let way = 0; way < ends.length; way++) ends[way] = pairs.get(ends[way]) ?? ends[way]
}

/**
 * Splits ways at every position that they share with another way or pass twice, because mappers choose freely where ways
 * begin and end.
 */
const splitAtSharedPositions = (ways: readonly MemberWay[], budget: WorkBudget): readonly MemberWay[] => {
  const length = ways.reduce((sum, { coords }) => sum + coords.length / 2, 0)
  const places = new PairIndex(length, budget)
  const placeOf = new Int32Array(length)
  const isShared = new Uint8Array(length)
  let at = 0
  for (const { coords } of ways)
    for (let i = 0; i < coords.length; i += 2) {
      const known = places.size
      const place = places.add(coords[i], coords[i + 1])
      if (place < known) isShared[place] = 1
      placeOf[at++] = place
    }
  const pieces: MemberWay[] = []
  at = 0
  for (const way of ways) {
    const { coords } = way
    let start = 0
    for (let i = 2; i < coords.length - 2; i += 2) {
      if (!isShared[placeOf[at + i / 2]]) continue
      pieces.push({ ...way, coords: coords.subarray(start, i + 2) })
      start = i
    }
    pieces.push(start === 0 ? way : { ...way, coords: coords.subarray(start) })
    at += coords.length / 2
  }
  return pieces
}

/**
 * Removes edges shared by an outer and an inner ring: the hole is then a bay, or the two areas are one. An odd number of
 * edges of one role counts as one, an even number as two, so that at most two run side by side.
 */
const withoutCancelled = (graph: WayGraph, budget: WorkBudget): WayGraph => {
  const { ways, tail, head } = graph
  const edges = new PairIndex(ways.length, budget)
  const edgeOf = new Int32Array(ways.length).fill(-1)
  /** Number of outer minus inner ways along each edge. */
  const surplus = new Int32Array(ways.length)
  ways.forEach((way, i) => {
    if (way.coords.length > 4) return
    edgeOf[i] = edges.add(Math.min(tail[i], head[i]), Math.max(tail[i], head[i]))
    surplus[edgeOf[i]] += isInner(way) ? -1 : 1
  })
  const left = surplus.map((count) => Math.sign(count) * (count === 0 ? 0 : 2 - (count & 1)))
  const kept = (way: MemberWay, i: number): boolean => {
    if (edgeOf[i] === -1) return true
    const step = isInner(way) ? -1 : 1
    if (left[edgeOf[i]] * step <= 0) return false
    left[edgeOf[i]] -= step
    return true
  }
  const live = ways.filter(kept)
  return live.length === ways.length ? graph : joinEnds(live, budget)
}

const degrees = ({ tail, head, junctionCount }: Omit<WayGraph, 'ways'>): Int32Array => {
  const degree = new Int32Array(junctionCount)
  for (let way = 0; way < tail.length; way++) {
    degree[tail[way]]++
    degree[head[way]]++
  }
  return degree
}

/** Removes positions that equal the one before them. */
const withoutRepeats = (coords: Int32Array): Int32Array => {
  let repeats = 0
  for (let i = 2; i < coords.length; i += 2) if (isRepeat(coords, i)) repeats++
  if (repeats === 0) return coords
  const kept = new Int32Array(coords.length - 2 * repeats)
  for (let i = 0, length = 0; i < coords.length; i += 2) {
    if (i > 0 && isRepeat(coords, i)) continue
    kept[length++] = coords[i]
    kept[length++] = coords[i + 1]
  }
  return kept
}

const isRepeat = (coords: Int32Array, i: number): boolean =>
  coords[i] === coords[i - 2] && coords[i + 1] === coords[i - 1]

/**
 * Finds the ends at which an odd number of ways meets, and the ways that form closed walks without them. Dead ends are
 * removed until none is left, then all ways connected to a remaining odd junction, because nothing shows which of its ways
 * is wrong.
 */
export const openEnds = (graph: WayGraph): { gaps: Gap[]; closed: Uint8Array } => {
  const { ways, tail, head } = graph
  const closed = new Uint8Array(ways.length).fill(1)
  const degree = degrees(graph)
  const odd = degree.map((count) => count & 1)
  if (!odd.includes(1)) return { gaps: [], closed }
  const gaps = ways.flatMap(({ id, coords }, way) => [
    ...(odd[tail[way]] ? [{ way: id, at: positionOf(coords[0], coords[1]) }] : []),
    ...(odd[head[way]] ? [{ way: id, at: positionOf(coords.at(-2)!, coords.at(-1)!) }] : []),
  ])
  const { starts, endsAt } = endsByJunction(graph, closed)
  const isDone = new Uint8Array(graph.junctionCount)
  const drop = (junctions: number[], isReason: (junction: number) => boolean): void => {
    for (let junction = junctions.pop(); junction !== undefined; junction = junctions.pop()) {
      if (isDone[junction] || !isReason(junction)) continue
      isDone[junction] = 1
      for (let i = starts[junction]; i < starts[junction + 1]; i++) {
        const way = endsAt[i] >> 1
        if (!closed[way]) continue
        closed[way] = 0
        degree[tail[way]]--
        degree[head[way]]--
        junctions.push(tail[way], head[way])
      }
    }
  }
  const all = Array.from(degree.keys())
  drop([...all], (junction) => degree[junction] === 1)
  const remaining = all.filter((junction) => degree[junction] & 1)
  drop(remaining, () => true)
  return { gaps: distinct(gaps), closed }
}

/** Removes repeats: a way that passes a junction is two pieces with an end there. */
const distinct = (gaps: readonly Gap[]): Gap[] => [
  ...new Map(gaps.map((gap) => [`${gap.way} ${gap.at}`, gap])).values(),
]

const positionOf = (x: number, y: number): Position => [x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE]

/**
 * Lists the ends of usable ways at each junction `j`: `endsAt[starts[j]]` up to `endsAt[starts[j + 1]]`, where `2 * way` is
 * the first position of a way and `2 * way + 1` its last.
 */
export const endsByJunction = (
  { tail, head, junctionCount }: WayGraph,
  usable: Uint8Array,
): { starts: Int32Array; endsAt: Int32Array } => {
  const junctionOf = (end: number): number => (end & 1 ? head[end >> 1] : tail[end >> 1])
  const starts = new Int32Array(junctionCount + 1)
  for (let end = 0; end < 2 * usable.length; end++) if (usable[end >> 1]) starts[junctionOf(end) + 1]++
  for (let junction = 0; junction < junctionCount; junction++) starts[junction + 1] += starts[junction]
  const next = starts.slice(0, -1)
  const endsAt = new Int32Array(starts[junctionCount])
  for (let end = 0; end < 2 * usable.length; end++)
    if (usable[end >> 1]) endsAt[next[junctionOf(end)]++] = end
  return { starts, endsAt }
}
