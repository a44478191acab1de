/** An Overpass of the boundaries of an extract: it answers our queries from the file and the polygons that an import made of it. */
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import { OUTSIDE, toUnits } from '../../src/domain/geometry/contains.ts'
import { RayIndex } from '../../src/domain/geometry/ray-index.ts'
import { type BBox, type Position, type Rings, UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'
import { type BoundaryParts, readParts } from '../../src/sources/extract/extract-parts.ts'
import { openPbf } from '../../src/sources/extract/pbf/file.ts'
import { testWorkers } from '../support/extract-workers.ts'
import type { ImportWorld } from '../support/import-world.ts'
import { countOf } from '../support/overpass-sections.ts'
import { serveUpstream, type Upstream } from './upstream.ts'

interface Element {
  readonly type: string
  readonly id: number
}

export const serveExtract = async (file: string, imported: ImportWorld): Promise<Upstream<string>> => {
  const workers = testWorkers()
  const parts = await readParts(await openPbf(file), workers, () => {})
  await workers.close()
  const world = await worldOf(parts, imported)
  return serveUpstream((query) => ({ key: query, body: { elements: world.answerTo(query) } }), {
    parentsAt: world.parentsAt,
  })
}

const isBoundary = (tags: Readonly<Record<string, string>>): boolean =>
  tags.boundary === 'administrative' || tags.boundary === 'postal_code'

const worldOf = async ({ relations, taggedWays, ways, labels }: BoundaryParts, { store }: ImportWorld) => {
  const boundaries = [...relations.values()].filter(({ tags }) => isBoundary(tags))
  const waysById = new Map(
    Array.from(ways.ids, (id, index): [number, number[]] => [
      id,
      [...ways.nodes.subarray(ways.starts[index], ways.ends[index])],
    ]),
  )
  const taggedById = new Map(taggedWays.map((way) => [way.id, way]))
  const ids = [...boundaries.map(({ id }) => `r${id}`), ...taggedWays.map(({ id }) => `w${id}`)]
  const records = new Map<string, BoundaryRecord>()
  const polygons = new Map<string, Rings>()
  const indexes = new Map<string, RayIndex>()
  for (const record of await store.records(ids as BoundaryId[])) {
    records.set(record.id, record)
    polygons.set(record.id, decodeRings((await store.geometry(record.id))!.rings))
    indexes.set(record.id, new RayIndex(polygons.get(record.id)!))
  }
  const waysAtNode = new Map<number, number[]>()
  for (const [id, nodes] of waysById)
    for (const node of new Set([nodes[0], nodes.at(-1)!]))
      waysAtNode.set(node, [...(waysAtNode.get(node) ?? []), id])
  const boundariesOfWay = new Map<number, (typeof boundaries)[number][]>()
  for (const relation of boundaries)
    for (const { type, id } of relation.members)
      if (type === 'way') boundariesOfWay.set(id, [...(boundariesOfWay.get(id) ?? []), relation])

  const relationOf = (id: number) => {
    const relation = relations.get(id)!
    const members = relation.members.map(({ type, id: ref, role }) => ({ type, ref, role }))
    return { type: 'relation', ...relation, members }
  }
  const wayOf = (id: number) => {
    const nodes = waysById.get(id)!
    const { version, timestamp, tags } = taggedById.get(id) ?? {}
    return {
      type: 'way',
      id,
      version,
      timestamp,
      tags,
      nodes: nodes.map((node) => ways.nodeIds[node]),
      geometry: nodes.map((node) => ({
        lat: ways.lats[node] / UNITS_PER_DEGREE,
        lon: ways.lons[node] / UNITS_PER_DEGREE,
      })),
    }
  }
  const section = (elements: readonly object[]): readonly object[] => [...elements, countOf(elements.length)]
  const idsOf = (type: string, all: readonly number[]) => all.map((id): Element => ({ type, id }))
  const memberWays = (relation: number): readonly number[] =>
    relations
      .get(relation)!
      .members.filter(({ type, id }) => type === 'way' && waysById.has(id))
      .map(({ id }) => id)

  const whole = (found: readonly number[], closed: readonly number[]): readonly object[] => {
    const own = new Set([...found.flatMap(memberWays), ...closed])
    const ends = new Set([...own].flatMap((id) => [waysById.get(id)![0], waysById.get(id)!.at(-1)!]))
    const meeting = [...ends].flatMap((node) => waysAtNode.get(node) ?? [])
    const borders = [...new Set(meeting)].filter((id) => !own.has(id) && boundariesOfWay.has(id))
    const labelIds = found.flatMap((id) =>
      relations
        .get(id)!
        .members.filter(
          (member) => member.type === 'node' && member.role === 'label' && labels.has(member.id),
        )
        .map((member) => member.id),
    )
    const around = new Set(closed.flatMap((id) => boundariesOfWay.get(id) ?? []))
    const open = new Set([...own, ...borders])
    const levels = Array.from({ length: 12 }, (_, level) => {
      const ofLevel = [...open].filter((id) =>
        (boundariesOfWay.get(id) ?? []).some(({ tags }) => tags.admin_level === String(level + 1)),
      )
      for (const id of ofLevel) open.delete(id)
      return section(idsOf('way', ofLevel))
    })
    return [
      ...section(found.map(relationOf)),
      ...section([...own].map(wayOf)),
      ...section([...new Set(labelIds)].map((id) => ({ type: 'node', id, tags: labels.get(id) }))),
      ...section(idsOf('way', closed)),
      ...section([...around].map(({ id }) => relationOf(id))),
      ...section(borders.map((id) => ({ type: 'way', id, nodes: wayOf(id).nodes }))),
      ...levels.flat(),
      ...section(
        idsOf(
          'way',
          [...open].filter((id) => boundariesOfWay.has(id)),
        ),
      ),
    ]
  }

  const contains = (id: string, lonUnits: number, latUnits: number): boolean =>
    indexes.get(id)!.locate(lonUnits, latUnits) !== OUTSIDE
  /** Everything with a node in the area, as Overpass sees it: neighbours on its border, too. */
  const inArea = (area: string, level: string): readonly string[] =>
    [...records.values()]
      .filter(({ id, adminLevel }) => String(adminLevel) === level && id !== area && polygons.has(area))
      .filter(({ id }) => {
        const { coords } = polygons.get(id)!
        for (let at = 0; at < coords.length; at += 2)
          if (contains(area, coords[at], coords[at + 1])) return true
        return false
      })
      .map(({ id }) => id)
  const containingPoint = ([lon, lat]: Position): readonly string[] =>
    [...polygons.keys()].filter((id) => contains(id, toUnits(lon), toUnits(lat)))
  const meets = (id: string, [south, west, north, east]: readonly number[]): boolean => {
    const { coords } = polygons.get(id)!
    for (let at = 0; at < coords.length; at += 2) {
      const [lon, lat] = [coords[at] / UNITS_PER_DEGREE, coords[at + 1] / UNITS_PER_DEGREE]
      if (lon >= west && lon <= east && lat >= south && lat <= north) return true
    }
    return false
  }
  const wholeOf = (all: readonly string[]): readonly object[] =>
    whole(
      numbersOf(all, 'r').filter((id) => relations.has(id)),
      numbersOf(all, 'w').filter((id) => taggedById.has(id)),
    )

  const answerTo = (query: string): readonly object[] => {
    const area = /area\((3600000000|2400000000|\d+)\)/.exec(query)
    const areaId = area === null ? '' : areaIdOf(Number(area[1]))
    const levels = Array.from(
      query.matchAll(/\(rel\(area\.a\)[^;]*"admin_level"="(\d+)"/g),
      ([, level]) => level,
    )
    if (query.includes('timeline(')) return [countOf(0)]
    if (area !== null && query.includes('->.found')) return wholeOf(inArea(areaId, levels[0]))
    if (area !== null) return levels.map((level) => countOf(inArea(areaId, level).length))
    if (query.includes('->.found')) {
      const selection = /;\((.*?)\)->\.found/s.exec(query)![1]
      return wholeOf(
        Array.from(selection.matchAll(/(rel|way)\((?:id:)?([\d,]+)\)/g), ([, type, list]) =>
          list.split(',').map((id) => `${type[0]}${id}`),
        ).flat(),
      )
    }
    if (query.includes('is_in(')) {
      const [lat, lon] = /is_in\(([-\d.]+),([-\d.]+)\)/.exec(query)!.slice(1).map(Number)
      const [box, near] = Array.from(query.matchAll(/\(([-\d.]+,[-\d.]+,[-\d.]+,[-\d.]+)\)/g), ([, text]) =>
        text.split(',').map(Number),
      )
      const found = [...polygons.keys()].filter(
        (id) =>
          containingPoint([lon, lat]).includes(id) ||
          meets(id, records.get(id)!.adminLevel === null ? near : box),
      )
      return [
        ...section(idsOf('relation', numbersOf(found, 'r'))),
        ...section(idsOf('way', numbersOf(found, 'w'))),
      ]
    }
    const nested = /rel\(id:([\d,]+)\)->\.r;/.exec(query)
    if (nested === null) throw new Error(`Nobody answers ${query.slice(0, 200)}`)
    const wanted = nested[1]
      .split(',')
      .map(Number)
      .filter((id) => relations.has(id))
    return [
      ...section(wanted.map(relationOf)),
      ...section([...new Set(wanted.flatMap(memberWays))].map(wayOf)),
    ]
  }

  const parentsAt = (point: Position): readonly object[] => [
    ...numbersOf(containingPoint(point), 'r')
      .map((id) => ({ id, record: records.get(`r${id}`)! }))
      .filter(({ record }) => record.adminLevel !== null)
      .map(({ id, record }) => ({
        type: 'relation',
        id,
        tags: relations.get(id)!.tags,
        bounds: boundsOf(record.bbox),
      })),
    OUTSIDE_EXTRACT,
  ]

  return { answerTo, parentsAt }
}

/** A real server of an extract writes such a box for what is not completely in it. */
const OUTSIDE_EXTRACT = {
  type: 'relation',
  id: 1,
  tags: { boundary: 'administrative', admin_level: '3', name: 'Elsewhere' },
  bounds: { minlat: 100, minlon: 200, maxlat: -100, maxlon: -200 },
}

const numbersOf = (ids: readonly string[], letter: 'r' | 'w'): readonly number[] =>
  ids.filter((id) => id.startsWith(letter)).map((id) => Number(id.slice(1)))

const areaIdOf = (area: number): string =>
  area >= 3_600_000_000 ? `r${area - 3_600_000_000}` : `w${area - 2_400_000_000}`

const boundsOf = ([minlon, minlat, maxlon, maxlat]: BBox) => ({ minlat, minlon, maxlat, maxlon })
