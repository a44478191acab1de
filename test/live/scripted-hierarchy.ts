/**
 * An Overpass of made-up countries, over HTTP: relation 1 at level 2 has regions 11 to 14 at level 4, and region 11 has the districts 111 to
 * 114 at level 8, and so on. There is no country 5.
 */

import type { BBox, Position } from '../../src/domain/geometry/rings.ts'
import { countOf, rectangles } from '../support/overpass-sections.ts'
import { serveUpstream, type Upstream, type UpstreamOptions } from './upstream.ts'

/** What it is asked for, such as "rel 1", "levels 11", "children 1 4", "containing" or "ids 1 11". */
export type ScriptedHierarchy = Upstream<string>

const MAP_DATE = '2026-01-02T03:04:05Z'

export const serveScriptedHierarchy = (options: UpstreamOptions<string> = {}): Promise<ScriptedHierarchy> =>
  serveUpstream(
    (query) => {
      const { name, elements } = answerTo(query)
      return { key: name, body: { osm3s: { timestamp_osm_base: MAP_DATE }, elements } }
    },
    { parentsAt, ...options },
  )

const answerTo = (query: string): { readonly name: string; readonly elements: readonly object[] } => {
  const relation = /\(rel\((\d+)\);\)->\.found/.exec(query)
  if (relation !== null)
    return { name: `rel ${relation[1]}`, elements: whole(ALL.filter((id) => id === Number(relation[1]))) }
  const listed = /\(rel\(id:([\d,]+)\);\)->\.found/.exec(query)
  if (listed !== null) {
    const ids = listed[1].split(',').map(Number)
    return { name: `ids ${ids.join(' ')}`, elements: whole(ALL.filter((id) => ids.includes(id))) }
  }
  const box = /is_in.*?\(([-\d.]+),([-\d.]+),([-\d.]+),([-\d.]+)\)/.exec(query)
  if (box !== null) {
    const [south, west, north, east] = box.slice(1).map(Number)
    const ids = ALL.filter((id) => meets(boxOf(id), [west, south, east, north]))
    return {
      name: 'containing',
      elements: [...ids.map((id) => ({ type: 'relation', id })), countOf(ids.length), countOf(0)],
    }
  }
  const area = Number(/^[^;]*;?area\(36(\d{8})\)/.exec(query)?.[1] ?? 0)
  const levels = Array.from(query.matchAll(/\(rel\(area\.a\)[^;]*"admin_level"="(\d+)"/g), ([, level]) =>
    Number(level),
  )
  if (query.includes('->.found'))
    return { name: `children ${area} ${levels[0]}`, elements: whole(insideOf(area, levels[0])) }
  if (levels.length > 0)
    return { name: `levels ${area}`, elements: levels.map((level) => countOf(insideOf(area, level).length)) }
  return { name: 'other', elements: [countOf(0)] }
}

const FOUR = [1, 2, 3, 4]
const COUNTRIES = [1, 2, 3, 4, 6, 7, 8, 9]
const REGIONS = COUNTRIES.flatMap((country) => FOUR.map((place) => country * 10 + place))
const DISTRICTS = REGIONS.flatMap((region) => FOUR.map((place) => region * 10 + place))
export const ALL: readonly number[] = [...COUNTRIES, ...REGIONS, ...DISTRICTS]

/** The boundaries of the level inside another one. */
export const insideOf = (id: number, level: number): readonly number[] =>
  ALL.filter((each) => each !== id && String(each).startsWith(String(id)) && levelOf(each) === level)

export const levelOf = (id: number): number => (id < 10 ? 2 : id < 100 ? 4 : 8)

/** Each boundary is a quarter of its parent. */
export const boxOf = (id: number): BBox => {
  if (id < 10) return [-43 + 3 * id, -40, -41 + 3 * id, -38]
  const [west, south, east, north] = boxOf(Math.floor(id / 10))
  const [place, width, height] = [(id % 10) - 1, (east - west) / 2, (north - south) / 2]
  const [left, bottom] = [west + (place % 2) * width, south + Math.floor(place / 2) * height]
  return [left, bottom, left + width, bottom + height]
}

const parentsAt = ([lon, lat]: Position): readonly object[] =>
  ALL.filter((id) => meets(boxOf(id), [lon, lat, lon, lat])).map((id) => {
    const [minlon, minlat, maxlon, maxlat] = boxOf(id)
    const tags = { admin_level: String(levelOf(id)), name: `Place ${id}`, boundary: 'administrative' }
    return { type: 'relation', id, tags, bounds: { minlat, minlon, maxlat, maxlon } }
  })

const meets = (a: BBox, b: BBox): boolean => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]

const whole = (ids: readonly number[]): readonly object[] =>
  rectangles(
    ids.map((id) => ({
      id,
      box: boxOf(id),
      tags: { admin_level: String(levelOf(id)), name: `Place ${id}` },
      version: 3,
      timestamp: '2025-01-02T03:04:05Z',
    })),
  )
