/**
 * An Overpass of a made-up world, over HTTP, that fails in every way that such servers fail. Relation N is a square named "Place N"; those whose
 * number is divisible by three do not exist.
 */

import type { BBox } from '../../src/domain/geometry/rings.ts'
import { countOf, emptyFrom, rectangles } from '../support/overpass-sections.ts'
import { seededRandom } from '../support/shapes.ts'
import { serveUpstream, type Upstream, type UpstreamOptions } from './upstream.ts'

/** Counts how often each relation was asked for and answered. */
export type ScriptedOverpass = Upstream<number>

export const isThere = (relation: number): boolean => relation % 3 !== 0

/** In degrees. */
export const boxOf = (relation: number): BBox => {
  const [west, south] = [-40 + (relation % 100) * 0.02, -40 + Math.floor(relation / 100) * 0.02]
  const rounded = (degrees: number): number => Number(degrees.toFixed(7))
  return [rounded(west), rounded(south), rounded(west + 0.01), rounded(south + 0.01)]
}

export const serveScriptedOverpass = (
  seed: number,
  latencyMs = 0,
  options: UpstreamOptions<number> = {},
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
  const place = {
    id: relation,
    box: boxOf(relation),
    tags: { admin_level: '8', name: `Place ${relation}` },
    version: 3,
    timestamp: '2025-01-02T03:04:05Z',
  }
  return { osm3s: { timestamp_osm_base: '2026-01-02T03:04:05Z' }, elements: rectangles([place]) }
}
