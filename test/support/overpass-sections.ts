/** What made-up servers of Overpass share: the query of a request, and sections of an answer to one for whole boundaries. */
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { type BBox, type Position, UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'
import { WHOLE_BOUNDARIES } from '../../src/sources/overpass/queries.ts'
import type { Line } from './hostile-ways.ts'

export const queryOf = async (request: IncomingMessage): Promise<string> =>
  new URLSearchParams(await text(request)).get('data') ?? ''

export const countOf = (total: number) => ({ type: 'count', id: 0, tags: { total: String(total) } })

/**
 * The answer to a query for the parents of points; null if it is another query. Without `parentsAt` there are none.
 */
export const parentsIn = (
  query: string,
  parentsAt: (point: Position) => readonly object[] = () => [],
): readonly object[] | null => {
  if (!query.includes('.all out tags bb;')) return null
  const points = Array.from(
    query.matchAll(/is_in\(([-\d.]+),([-\d.]+)\)/g),
    ([, lat, lon]): Position => [Number(lon), Number(lat)],
  )
  const found = points.map((point) => parentsAt(point) as readonly { readonly id: number }[])
  const all = new Map(found.flat().map((each) => [each.id, each]))
  return [
    ...found.flatMap((each) => [...each.map(({ id }) => ({ type: 'relation', id })), countOf(each.length)]),
    ...all.values(),
    countOf(all.size),
  ]
}

/** The last sections where they are empty, from the given one on. */
export const emptyFrom = (section: keyof typeof WHOLE_BOUNDARIES): readonly object[] =>
  Array.from({ length: WHOLE_BOUNDARIES.noLevel - WHOLE_BOUNDARIES[section] + 1 }, () => countOf(0))

export interface Rectangle {
  readonly id: number
  readonly box: BBox
  /** Beside those that make it a boundary. */
  readonly tags: Readonly<Record<string, string>>
  readonly version?: number
  readonly timestamp?: string
}

/** Relations of one way each. */
export const rectangles = (boundaries: readonly Rectangle[]): readonly object[] => [
  ...boundaries.map(({ id, tags, version = 1, timestamp }) => ({
    type: 'relation',
    id,
    version,
    timestamp,
    tags: { type: 'boundary', boundary: 'administrative', ...tags },
    members: [{ type: 'way', ref: id, role: 'outer' }],
  })),
  countOf(boundaries.length),
  ...boundaries.map(({ id, box: [west, south, east, north] }) => {
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ]
    return {
      type: 'way',
      id,
      version: 1,
      nodes: ring.map((_, corner) => id * 10 + (corner % 4)),
      geometry: ring.map(([lon, lat]) => ({ lat, lon })),
    }
  }),
  countOf(boundaries.length),
  ...emptyFrom('labels'),
]

/** A whole answer with one boundary, whose ways are the lines; equal positions are one node. */
export const relationOfLines = (
  id: number,
  lines: readonly Line[],
): { readonly elements: readonly object[] } => {
  const nodes = new Map<string, number>()
  const nodeAt = (position: string): number => {
    const node = nodes.get(position) ?? nodes.size + 1
    nodes.set(position, node)
    return node
  }
  const ways = lines.map((line, index) => {
    const positions = Array.from(
      { length: line.length / 2 },
      (_, at) => [line[2 * at], line[2 * at + 1]] as const,
    )
    return {
      type: 'way',
      id: id * 1_000 + index,
      version: 1,
      nodes: positions.map((position) => nodeAt(position.join(' '))),
      geometry: positions.map(([lon, lat]) => ({ lat: lat / UNITS_PER_DEGREE, lon: lon / UNITS_PER_DEGREE })),
    }
  })
  const relation = {
    type: 'relation',
    id,
    version: 1,
    tags: { type: 'boundary', boundary: 'administrative', admin_level: '8', name: `Place ${id}` },
    members: ways.map(({ id: ref }) => ({ type: 'way', ref, role: 'outer' })),
  }
  return { elements: [relation, countOf(1), ...ways, countOf(ways.length), ...emptyFrom('labels')] }
}
