/**
 * An Overpass of a made-up country, over HTTP: relation 1 at level 2 has regions 11 to 14 at level 4, and region 11 has the districts 111 to
 * 114 at level 8, and so on. It records its queries and may answer slowly or not at all.
 */

import type { BBox } from '../../src/domain/geometry/rings.ts'
import { serveLocally } from '../support/local-server.ts'
import { countOf, emptyFrom, queryOf } from '../support/overpass-sections.ts'

export interface ScriptedHierarchy {
  readonly url: string
  /** What was asked for, such as "rel 1", "levels 11" or "children 1 4". */
  readonly asked: readonly string[]
  latencyMs: number
  /** The status of every answer. */
  status: number
  readonly close: () => Promise<void>
}

const MAP_DATE = '2026-01-02T03:04:05Z'

export const serveScriptedHierarchy = async (): Promise<ScriptedHierarchy> => {
  const asked: string[] = []
  const { url, close } = await serveLocally(async (request, response) => {
    const { name, elements } = answerTo(await queryOf(request))
    asked.push(name)
    if (scripted.latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, scripted.latencyMs))
    response.writeHead(scripted.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ osm3s: { timestamp_osm_base: MAP_DATE }, elements }))
  })
  const scripted: ScriptedHierarchy = {
    url: `${url}/api/interpreter`,
    asked,
    latencyMs: 0,
    status: 200,
    close,
  }
  return scripted
}

const answerTo = (query: string): { readonly name: string; readonly elements: readonly object[] } => {
  const relation = /\(rel\((\d+)\);\)->\.found/.exec(query)
  if (relation !== null)
    return { name: `rel ${relation[1]}`, elements: whole(ALL.filter((id) => id === Number(relation[1]))) }
  const area = Number(/^[^;]*;?area\(36(\d{8})\)/.exec(query)?.[1] ?? 0)
  const levels = Array.from(query.matchAll(/\(rel\(area\.a\)[^;]*"admin_level"="(\d+)"/g), ([, level]) =>
    Number(level),
  )
  const inside = (level: number) =>
    ALL.filter((id) => id !== area && String(id).startsWith(String(area)) && levelOf(id) === level)
  if (query.includes('->.found'))
    return { name: `children ${area} ${levels[0]}`, elements: whole(inside(levels[0])) }
  if (levels.length > 0)
    return { name: `levels ${area}`, elements: levels.map((level) => countOf(inside(level).length)) }
  return { name: 'other', elements: [countOf(0)] }
}

const FOUR = [1, 2, 3, 4]
const REGIONS = FOUR.map((place) => 10 + place)
const DISTRICTS = REGIONS.flatMap((region) => FOUR.map((place) => region * 10 + place))
const ALL = [1, ...REGIONS, ...DISTRICTS]

const levelOf = (id: number): number => (id < 10 ? 2 : id < 100 ? 4 : 8)

/** Each boundary is a quarter of its parent. */
const boxOf = (id: number): BBox => {
  if (id < 10) return [-40, -40, -38, -38]
  const [west, south, east, north] = boxOf(Math.floor(id / 10))
  const [place, width, height] = [(id % 10) - 1, (east - west) / 2, (north - south) / 2]
  const [left, bottom] = [west + (place % 2) * width, south + Math.floor(place / 2) * height]
  return [left, bottom, left + width, bottom + height]
}

const whole = (ids: readonly number[]): readonly object[] => [
  ...ids.map((id) => ({
    type: 'relation',
    id,
    version: 3,
    timestamp: '2025-01-02T03:04:05Z',
    tags: {
      type: 'boundary',
      boundary: 'administrative',
      admin_level: String(levelOf(id)),
      name: `Place ${id}`,
    },
    members: [{ type: 'way', ref: id, role: 'outer' }],
  })),
  countOf(ids.length),
  ...ids.map((id) => {
    const [west, south, east, north] = boxOf(id)
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
  countOf(ids.length),
  ...emptyFrom('labels'),
]
