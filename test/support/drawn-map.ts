/** Maps drawn on a grid of whole degrees: a way is the list of its corners, nodes follow from them. */
import type { MapSpec, NodeSpec, ObjectId, RelationSpec, WaySpec } from './pbf-writer.ts'

export type Corner = readonly [lon: number, lat: number]

export interface DrawnWay extends Omit<WaySpec, 'nodes'> {
  readonly corners: readonly Corner[]
}

export const drawMap = (drawn: {
  readonly ways: readonly DrawnWay[]
  readonly relations?: readonly RelationSpec[]
  readonly nodes?: readonly NodeSpec[]
}): MapSpec => {
  const nodes = new Map<ObjectId, NodeSpec>()
  const ways = drawn.ways.map(({ corners, ...way }) => ({
    ...way,
    nodes: corners.map(([lon, lat]) => {
      const id = nodeAt(lon, lat)
      nodes.set(id, { id, lon, lat })
      return id
    }),
  }))
  for (const node of drawn.nodes ?? []) nodes.set(node.id, node)
  return {
    nodes: [...nodes.values()].sort(byId),
    ways: ways.sort(byId),
    relations: [...(drawn.relations ?? [])].sort(byId),
  }
}

const byId = (a: { readonly id: ObjectId }, b: { readonly id: ObjectId }): number =>
  Number(a.id) - Number(b.id)

/** The id of the node at a position, for tests that remove or tag it. Tenths of degrees are possible. */
export const nodeAt = (lon: number, lat: number): number =>
  Math.round((lon + 200) * 10) * 10_000 + Math.round((lat + 100) * 10)

/** Adds a boundary far from the others, because an import of which nothing can be placed fails. */
export const besideAnother = (map: MapSpec): MapSpec => {
  const another = drawMap({
    ways: [{ id: 9_000_000_000, corners: boxCorners(150, -60, 151, -59) }],
    relations: [boundary(9_000_000_000, 'Another', 8, [9_000_000_000])],
  })
  const joined = <T>(own: readonly T[] = [], others: readonly T[] = []): readonly T[] => [...own, ...others]
  return {
    nodes: joined(map.nodes, another.nodes),
    ways: joined(map.ways, another.ways),
    relations: joined(map.relations, another.relations),
  }
}

/** The outline of a box as one closed way. */
export const boxCorners = (west: number, south: number, east: number, north: number): Corner[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

/** A boundary relation of level `level` with the given ways as `outer`. */
export const boundary = (
  id: ObjectId,
  name: string,
  level: number,
  ways: readonly ObjectId[],
  tags: Readonly<Record<string, string>> = {},
): RelationSpec => ({
  id,
  members: ways.map((way) => ['w', way, 'outer'] as const),
  tags: { type: 'boundary', boundary: 'administrative', admin_level: String(level), name, ...tags },
})
