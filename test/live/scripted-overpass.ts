/**
 * An Overpass of a made-up world, over HTTP, that fails in every way that such servers fail. Relation N is a square named "Place N"; those whose
 * number is divisible by three do not exist.
 */

import { countOf, emptyFrom } from '../support/overpass-sections.ts'
import { seededRandom } from '../support/shapes.ts'
import { serveUpstream, type Upstream, type UpstreamOptions } from './upstream.ts'

/** Counts how often each relation was asked for and answered. */
export type ScriptedOverpass = Upstream<number>

export const isThere = (relation: number): boolean => relation % 3 !== 0

/** West, south, east, north in degrees. */
export const boxOf = (relation: number): readonly [number, number, number, number] => {
  const west = -40 + (relation % 100) * 0.02
  const south = -40 + Math.floor(relation / 100) * 0.02
  return [west, south, west + 0.01, south + 0.01].map((degrees) => Number(degrees.toFixed(7))) as [
    number,
    number,
    number,
    number,
  ]
}

export const serveScriptedOverpass = (
  seed: number,
  latencyMs = 0,
  options: UpstreamOptions = {},
): Promise<ScriptedOverpass> =>
  serveUpstream(
    (query) => {
      const relation = Number(/\(rel\((\d+)\);\)->\.found/.exec(query)?.[1] ?? 0)
      return relation === 0 ? { key: null, body: NO_HISTORY } : { key: relation, body: answerOf(relation) }
    },
    { random: seededRandom(seed), latencyMs, ...options },
  )

const NO_HISTORY = { elements: [countOf(0)] }

const answerOf = (relation: number) => {
  if (!isThere(relation)) return { osm3s: {}, elements: emptyFrom('relations') }
  const [west, south, east, north] = boxOf(relation)
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  const node = (corner: number): number => relation * 10 + (corner % 4)
  return {
    osm3s: { timestamp_osm_base: '2026-01-02T03:04:05Z' },
    elements: [
      {
        type: 'relation',
        id: relation,
        version: 3,
        timestamp: '2025-01-02T03:04:05Z',
        tags: { type: 'boundary', boundary: 'administrative', admin_level: '8', name: `Place ${relation}` },
        members: [{ type: 'way', ref: relation, role: 'outer' }],
      },
      countOf(1),
      {
        type: 'way',
        id: relation,
        version: 1,
        nodes: corners.map((_, corner) => node(corner)),
        geometry: corners.map(([lon, lat]) => ({ lat, lon })),
      },
      countOf(1),
      ...emptyFrom('labels'),
    ],
  }
}
