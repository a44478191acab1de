/** Closes a border from its member ways, or says why that cannot be done. A gap is never bridged. */
import { ringsFromParts } from '../../domain/geometry/parts.ts'
import { repair } from '../../domain/geometry/repair.ts'
import { type Rings, UNITS_PER_DEGREE } from '../../domain/geometry/rings.ts'
import type { Flaw } from './flaws.ts'
import { findWay, NO_COORDINATE, type WayTable } from './way-table.ts'

export interface Border {
  readonly rings: Rings
  /** Places in the way table. */
  readonly ways: readonly number[]
}

export const closeBorder = (
  table: WayTable,
  wayIds: readonly number[],
): Border | { readonly flaws: readonly Flaw[] } => {
  // A way that is a member twice draws the same border: it counts once.
  const ids = [...new Set(wayIds)]
  if (ids.length === 0) return { flaws: [{ is: 'no members' }] }
  const flaws: Flaw[] = []
  const ways: number[] = []
  for (const id of ids) {
    const way = findWay(table, id)
    if (way === -1) flaws.push({ is: 'missing way', way: id })
    else {
      ways.push(way)
      const missing = missingNode(table, way)
      if (missing !== null) flaws.push({ is: 'missing node', way: id, node: missing })
    }
  }
  flaws.push(...openEnds(table, ways))
  if (flaws.length > 0) return { flaws }
  const rings = repair(ringsFromParts(chain(table, ways).map((ring) => [ring])))
  return rings.polygonEnds.length === 0 ? { flaws: [{ is: 'no area' }] } : { rings, ways }
}

const missingNode = (table: WayTable, way: number): number | null => {
  for (let at = table.starts[way]; at < table.ends[way]; at++) {
    const node = table.nodes[at]
    if (table.lons[node] === NO_COORDINATE) return table.nodeIds[node]
  }
  return null
}

const endsOf = (table: WayTable, way: number): readonly [number, number] => [
  table.nodes[table.starts[way]],
  table.nodes[table.ends[way] - 1],
]

/** Nodes where an odd number of way ends meet. */
const openEnds = (table: WayTable, ways: readonly number[]): Flaw[] => {
  const odd = new Map<number, number>()
  for (const way of ways) {
    if (table.starts[way] === table.ends[way]) continue
    for (const node of endsOf(table, way)) {
      if (odd.has(node)) odd.delete(node)
      else odd.set(node, way)
    }
  }
  const ends = [...odd].filter(([node]) => table.lons[node] !== NO_COORDINATE)
  return ends.map(([node, way]) => ({
    is: 'open end',
    way: table.ids[way],
    position: [table.lons[node] / UNITS_PER_DEGREE, table.lats[node] / UNITS_PER_DEGREE],
  }))
}

/** Closed chains of ways, by walking from way to way until back at the start. */
const chain = (table: WayTable, ways: readonly number[]): number[][] => {
  const at = new Map<number, number[]>()
  for (const way of ways) {
    for (const node of endsOf(table, way)) at.set(node, [...(at.get(node) ?? []), way])
  }
  const used = new Set<number>()
  const rings: number[][] = []
  for (const first of ways) {
    if (used.has(first) || table.starts[first] === table.ends[first]) continue
    const ring: number[] = []
    const home = endsOf(table, first)[0]
    let node = home
    let way: number | undefined = first
    while (way !== undefined) {
      used.add(way)
      const [start, end] = endsOf(table, way)
      const forward = start === node
      for (let i = 0; i < table.ends[way] - table.starts[way] - 1; i++) {
        const n = table.nodes[forward ? table.starts[way] + i : table.ends[way] - 1 - i]
        ring.push(table.lons[n], table.lats[n])
      }
      node = forward ? end : start
      if (node === home) break
      way = at.get(node)?.find((candidate) => !used.has(candidate))
    }
    rings.push(ring)
  }
  return rings
}
