/**
 * Reads the JSON of an Overpass answer and rejects incomplete ones. Overpass sends its head before it works, so a query that
 * fails has status 200 and a `remark` after the elements found until then.
 * https://wiki.openstreetmap.org/wiki/Overpass_API/Overpass_QL
 */
import { isObjectNumber } from '../../domain/boundary/id.ts'
import { type BBox, UNITS_PER_DEGREE } from '../../domain/geometry/rings.ts'
import { type Fields, isObject, parseAnswer } from '../upstream/json-answer.ts'
import { UnusableAnswer } from '../upstream/unusable-answer.ts'
import { takePositions } from './positions.ts'

type ElementType = 'node' | 'way' | 'relation'

export interface OverpassMember {
  readonly type: ElementType
  readonly id: number
  readonly role: string
}

interface ElementBase {
  readonly id: number
  readonly version: number | null
  /** RFC 3339 UTC. */
  readonly timestamp: string | null
  readonly tags: Readonly<Record<string, string>>
}

export interface OverpassNode extends ElementBase {
  readonly type: 'node'
}

export interface OverpassWay extends ElementBase {
  readonly type: 'way'
  readonly nodes: readonly number[]
  /** `[lon, lat, …]` in units of 1e-7 degrees, one position for each node; null if none were requested. */
  readonly coordinates: Int32Array | null
}

export interface OverpassRelation extends ElementBase {
  readonly type: 'relation'
  readonly members: readonly OverpassMember[]
  /** Degrees; null if it was not requested, or the server has no positions of the members. */
  readonly bounds: BBox | null
}

export type OverpassElement = OverpassNode | OverpassWay | OverpassRelation

export interface OverpassAnswer {
  /** RFC 3339 UTC: date of the server's map data. */
  readonly mapTimestamp: string | null
  /** Elements before each `out count`, which ends a section, and at last those after all of them. */
  readonly sections: readonly AnswerSection[]
}

export interface AnswerSection {
  readonly elements: readonly OverpassElement[]
  /** Result of `out count`; null for the last section. */
  readonly count: number | null
}

/** O(n) in the bytes. @throws UnusableAnswer */
export const readOverpassAnswer = (bytes: Uint8Array): OverpassAnswer => {
  const { text, lists } = takePositions(bytes)
  const body = parseAnswer(text)
  if (!isObject(body) || !Array.isArray(body.elements))
    throw new UnusableAnswer('The answer has no list of elements.')
  if (typeof body.remark === 'string' && body.remark.trim() !== '') {
    throw new UnusableAnswer(`The server says: ${body.remark.slice(0, 300)}`, lackIn(body.remark))
  }
  const sections: AnswerSection[] = []
  let elements: OverpassElement[] = []
  for (const element of body.elements as readonly unknown[]) {
    if (!isObject(element)) throw new UnusableAnswer('An element is not an object.')
    if (element.type === 'count') {
      sections.push({ elements, count: declaredCount(element) })
      elements = []
    } else elements.push(elementOf(element, lists))
  }
  return { mapTimestamp: mapTimestampOf(body), sections: [...sections, { elements, count: null }] }
}

const lackIn = (remark: string): UnusableAnswer['lack'] => {
  if (/timed out|timeout/i.test(remark)) return 'time'
  return /out of memory/i.test(remark) ? 'memory' : null
}

const mapTimestampOf = ({ osm3s }: Fields): string | null =>
  isObject(osm3s) ? timestampOf(osm3s.timestamp_osm_base) : null

/** A server without dates writes an empty text. */
const timestampOf = (value: unknown): string | null =>
  typeof value === 'string' && TIMESTAMP.test(value) ? value : null

const TIMESTAMP = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

const declaredCount = ({ tags }: Fields): number => {
  const total = isObject(tags) ? Number(tags.total) : Number.NaN
  if (!Number.isSafeInteger(total)) throw new UnusableAnswer('A count is no number.')
  return total
}

const elementOf = (element: Fields, lists: readonly Int32Array[]): OverpassElement => {
  const base: ElementBase = {
    id: elementId(element.id),
    version:
      typeof element.version === 'number' && Number.isSafeInteger(element.version) && element.version > 0
        ? element.version
        : null,
    timestamp: timestampOf(element.timestamp),
    tags: tagsOf(element.tags),
  }
  switch (element.type) {
    case 'node':
      return { ...base, type: 'node' }
    case 'way':
      return { ...base, type: 'way', ...wayOf(element, lists) }
    case 'relation':
      return { ...base, type: 'relation', members: relationMembers(element), bounds: boundsOf(element) }
    default:
      throw new UnusableAnswer(`An element has the type ${String(element.type).slice(0, 40)}.`)
  }
}

const elementId = (id: unknown): number => {
  if (typeof id === 'number' && isObjectNumber(id)) return id
  throw new UnusableAnswer('An element has no id.')
}

const tagsOf = (tags: unknown): Readonly<Record<string, string>> => {
  if (tags === undefined) return {}
  if (!isObject(tags) || !Object.values(tags).every((value) => typeof value === 'string'))
    throw new UnusableAnswer('A tag is not a string.')
  return tags as Record<string, string>
}

const relationMembers = ({ id, members = [] }: Fields): readonly OverpassMember[] => {
  if (!Array.isArray(members)) throw new UnusableAnswer(`Relation ${id} has no list of members.`)
  return members.map((member: unknown) => {
    if (!isObject(member) || !isElementType(member.type) || typeof member.role !== 'string')
      throw new UnusableAnswer(`Relation ${id} has a member without type or role.`)
    return { type: member.type, id: elementId(member.ref), role: member.role }
  })
}

const boundsOf = ({ id, bounds }: Fields): BBox | null => {
  if (bounds === undefined) return null
  if (!isObject(bounds)) throw new UnusableAnswer(`Relation ${id} has an invalid box.`)
  const { minlon, minlat, maxlon, maxlat } = bounds
  const isDegrees = (value: unknown, limit: number): value is number =>
    typeof value === 'number' && Math.abs(value) <= limit
  // A server of an extract writes numbers beyond the range for objects that are not completely in it.
  if (!isDegrees(minlon, 180) || !isDegrees(minlat, 90) || !isDegrees(maxlon, 180) || !isDegrees(maxlat, 90))
    return null
  return [minlon, minlat, maxlon, maxlat]
}

const isElementType = (type: unknown): type is ElementType =>
  type === 'node' || type === 'way' || type === 'relation'

/**
 * Requires a position for every node, or for none, because a border with a gap would be closed wrongly. There are no nodes
 * if only ids were requested.
 */
const wayOf = (
  { id, nodes, geometry }: Fields,
  lists: readonly Int32Array[],
): Pick<OverpassWay, 'nodes' | 'coordinates'> => {
  if (geometry === undefined && (nodes === undefined || Array.isArray(nodes)))
    return { nodes: nodes?.map(elementId) ?? [], coordinates: null }
  const coordinates = typeof geometry === 'number' ? lists[geometry] : coordinatesOf(geometry, id)
  if (!Array.isArray(nodes) || coordinates === undefined || coordinates.length !== 2 * nodes.length)
    throw new UnusableAnswer(`Way ${id} lacks the positions of its nodes.`)
  return { nodes: nodes.map(elementId), coordinates }
}

/**
 * Reads a list that `positions.ts` left in the text, because it has something besides positions, or more digits than ours.
 */
const coordinatesOf = (geometry: unknown, way: unknown): Int32Array | undefined => {
  if (!Array.isArray(geometry)) return undefined
  return Int32Array.from(
    geometry.flatMap((position: unknown) => {
      if (!isObject(position)) throw new UnusableAnswer(`Way ${way} lacks the position of a node.`)
      return [unitsOfDegrees(position.lon, 180, way), unitsOfDegrees(position.lat, 90, way)]
    }),
  )
}

const unitsOfDegrees = (degrees: unknown, limit: number, way: unknown): number => {
  if (typeof degrees !== 'number' || Math.abs(degrees) > limit)
    throw new UnusableAnswer(`Way ${way} has an invalid position.`)
  return Math.round(degrees * UNITS_PER_DEGREE)
}
