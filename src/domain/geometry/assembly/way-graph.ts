/**
 * Ways joined where their ends coincide. Positions decide, not node ids: what lies on one position leaves no gap, and
 * nodes of one id lie on one position anyway.
 */
import { PairIndex } from '../arrangement/pair-index.ts'
import type { Position } from '../rings.ts'
import { UNITS_PER_DEGREE } from '../rings.ts'

export interface MemberWay {
  readonly id: number
  readonly role: string
  /** `[lon, lat, …]` in 1e-7 degrees, in the order of the way. */
  readonly coords: Int32Array
}

/** An end of a way from which no other way of the relation goes on. */
export interface Gap {
  readonly way: number
  /** `[lon, lat]` in degrees. */
  readonly at: Position
}

export interface WayGraph {
  /** Without repeats of a member and without ways of a single position. */
  readonly ways: readonly MemberWay[]
  /** For each way the numbers of the junctions at its ends; the same for a closed way. */
  readonly tail: Int32Array
  readonly head: Int32Array
  /** The junction at a position. */
  readonly junctions: PairIndex
}

export const wayGraphOf = (members: readonly MemberWay[]): WayGraph => {
  const known = new Set<number>()
  const ways: MemberWay[] = []
  for (const member of members) {
    if (known.has(member.id)) continue
    known.add(member.id)
    const coords = withoutRepeats(member.coords)
    if (coords.length >= 4) ways.push({ ...member, coords })
  }
  const junctions = new PairIndex(2 * ways.length)
  const tail = Int32Array.from(ways, ({ coords }) => junctions.add(coords[0], coords[1]))
  const head = Int32Array.from(ways, ({ coords }) => junctions.add(coords.at(-2)!, coords.at(-1)!))
  return { ways, tail, head, junctions }
}

const withoutRepeats = (coords: Int32Array): Int32Array => {
  const kept = coords.slice()
  let length = Math.min(2, coords.length)
  for (let i = 2; i < coords.length; i += 2) {
    if (coords[i] === kept[length - 2] && coords[i + 1] === kept[length - 1]) continue
    kept[length++] = coords[i]
    kept[length++] = coords[i + 1]
  }
  return kept.subarray(0, length)
}

/**
 * The ends at which an odd number of ways meets, and the ways that can be walked in full circles without them: dead ends
 * are taken away until none is left, then all ways that hang together with an odd junction that remains, since nobody can
 * tell which of its ways is the wrong one.
 */
export const openEnds = (graph: WayGraph): { gaps: Gap[]; closed: Uint8Array } => {
  const { ways, tail, head } = graph
  const closed = new Uint8Array(ways.length).fill(1)
  const degree = new Int32Array(graph.junctions.size)
  for (let way = 0; way < ways.length; way++) {
    degree[tail[way]]++
    degree[head[way]]++
  }
  const odd = degree.map((count) => count & 1)
  const gaps = ways.flatMap(({ id, coords }, way) => [
    ...(odd[tail[way]] ? [{ way: id, at: positionOf(coords[0], coords[1]) }] : []),
    ...(odd[head[way]] ? [{ way: id, at: positionOf(coords.at(-2)!, coords.at(-1)!) }] : []),
  ])
  if (gaps.length === 0) return { gaps, closed }

  const { starts, waysAt } = waysByJunction(graph)
  const drop = (junctions: number[], isReason: (junction: number) => boolean): void => {
    for (let junction = junctions.pop(); junction !== undefined; junction = junctions.pop()) {
      if (!isReason(junction)) continue
      for (let i = starts[junction]; i < starts[junction + 1]; i++) {
        const way = waysAt[i]
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
  return { gaps, closed }
}

const positionOf = (x: number, y: number): Position => [x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE]

/** For each junction the ways that end there: `waysAt[starts[j]]` up to `waysAt[starts[j + 1]]`. */
export const waysByJunction = ({
  ways,
  tail,
  head,
  junctions,
}: WayGraph): { starts: Int32Array; waysAt: Int32Array } => {
  const starts = new Int32Array(junctions.size + 1)
  for (let way = 0; way < ways.length; way++) {
    starts[tail[way] + 1]++
    starts[head[way] + 1]++
  }
  for (let junction = 0; junction < junctions.size; junction++) starts[junction + 1] += starts[junction]
  const next = starts.slice(0, -1)
  const waysAt = new Int32Array(2 * ways.length)
  for (let way = 0; way < ways.length; way++) {
    waysAt[next[tail[way]]++] = way
    waysAt[next[head[way]]++] = way
  }
  return { starts, waysAt }
}
