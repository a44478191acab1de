/** What made-up servers of Overpass share: the query of a request, and sections of an answer to one for whole boundaries. */
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { BBox } from '../../src/domain/geometry/rings.ts'
import { WHOLE_BOUNDARIES } from '../../src/sources/overpass/queries.ts'

export const queryOf = async (request: IncomingMessage): Promise<string> =>
  new URLSearchParams(await text(request)).get('data') ?? ''

export const countOf = (total: number) => ({ type: 'count', id: 0, tags: { total: String(total) } })

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
