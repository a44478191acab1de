/**
 * Converts the boundaries of an Overpass answer to the parts that an import reads from a file, so that both are assembled
 * alike.
 */

import { PairIndex } from '../../domain/geometry/arrangement/pair-index.ts'
import type { BoundaryParts } from '../extract/extract-parts.ts'
import { junctionLevels, levelsOfWays } from '../extract/junctions.ts'
import { keepTag } from '../extract/keep-tag.ts'
import { isShapeRole } from '../extract/member-roles.ts'
import type { Relation } from '../extract/pbf/relations.ts'
import type { Tags } from '../extract/pbf/tags.ts'
import type { TaggedWay } from '../extract/pbf/ways.ts'
import { lowerBound } from '../extract/sorted-ids.ts'
import { NO_COORDINATE } from '../extract/way-table.ts'
import { UnusableAnswer } from '../upstream/unusable-answer.ts'
import type { OverpassAnswer, OverpassElement, OverpassRelation, OverpassWay } from './answer.ts'
import { WHOLE_BOUNDARIES } from './queries.ts'

export interface OverpassParts {
  readonly parts: BoundaryParts
  /** Requested boundaries, `r…` and `w…`; the parts have others too. */
  readonly wanted: ReadonlySet<string>
  /** Ids of relations that are missing from the answer although other relations contain them. */
  readonly missingRelations: readonly number[]
}

/**
 * Returns the parts of an answer to a query for whole boundaries, and of answers to queries for member relations. O(n log n) in the
 * elements, their members and positions.
 *
 * @throws UnusableAnswer
 */
export const partsOf = (answer: OverpassAnswer, nested: readonly OverpassAnswer[]): OverpassParts => {
  const section = <T extends OverpassElement['type']>(
    place: keyof typeof WHOLE_BOUNDARIES,
    type: T,
  ): readonly Extract<OverpassElement, { type: T }>[] => elementsOf(answer, WHOLE_BOUNDARIES[place], type)
  const found = section('relations', 'relation')
  const closed = new Set(section('closed', 'way').map(({ id }) => id))
  const inner = nested.flatMap((each) => elementsOf(each, 0, 'relation'))
  const own = byId(
    [...section('ways', 'way'), ...nested.flatMap((each) => elementsOf(each, 1, 'way'))].map(drawn),
  )
  const ways = [...own.values()]
  const meeting = section('meeting', 'way')
    .filter(({ id }) => !own.has(id))
    .map(wayEnds)
  const relations = new Map<number, Relation>()
  // Requested relations are complete; of those around, only the members are used.
  for (const relation of [...section('borders', 'relation'), ...inner, ...found])
    relations.set(relation.id, relationOf(relation))
  const taggedWays: TaggedWay[] = ways
    .filter((way) => closed.has(way.id) && isClosed(way))
    .map(({ id, version, timestamp, tags }) => ({ id, version, timestamp, tags: keptTags(tags) }))
  return {
    parts: {
      relations,
      taggedWays,
      ways: wayTable([...ways, ...meeting], (ids) =>
        lowered(levelsOfWays(ids, relations.values(), taggedWays), ids, answer),
      ),
      coastlines: new Float64Array(0),
      unreadable: [],
      labels: new Map(section('labels', 'node').map(({ id, tags }) => [id, keptTags(tags)])),
    },
    wanted: new Set([...found.map(({ id }) => `r${id}`), ...[...closed].map((id) => `w${id}`)]),
    missingRelations: missingWays([...found, ...inner], relations),
  }
}

/** Returns the elements of a section, which must all have one type. @throws UnusableAnswer */
export const elementsOf = <T extends OverpassElement['type']>(
  { sections }: OverpassAnswer,
  place: number,
  type: T,
): readonly Extract<OverpassElement, { type: T }>[] => {
  const section = sections.at(place)
  if (section === undefined || section.count === null)
    throw new UnusableAnswer('The answer ends before its last section.')
  const elements = section.elements.filter(
    (element): element is Extract<OverpassElement, { type: T }> => element.type === type,
  )
  if (elements.length !== section.elements.length || elements.length !== section.count)
    throw new UnusableAnswer(
      `A section has ${elements.length} elements of type ${type}; the server counted ${section.count}.`,
    )
  return elements
}

interface DrawnWay extends OverpassWay {
  readonly coordinates: Int32Array
}

const drawn = (way: OverpassWay): DrawnWay => {
  const { id, nodes, coordinates } = way
  if (coordinates === null && nodes.length > 0)
    throw new UnusableAnswer(`Way ${id} lacks the positions of its nodes.`)
  return { ...way, coordinates: coordinates ?? new Int32Array(0) }
}

/** Reduces a way to the nodes at its ends. */
const wayEnds = (way: OverpassWay): OverpassWay => ({
  ...way,
  nodes: way.nodes.length === 0 ? [] : [way.nodes[0], way.nodes.at(-1)!],
})

/** Lowers the levels by the boundaries outside the answer, whose levels it lists. */
const lowered = (levels: Uint8Array, ids: Float64Array, answer: OverpassAnswer): Uint8Array => {
  const { firstLevel, noLevel } = WHOLE_BOUNDARIES
  for (let place: number = firstLevel; place <= noLevel; place++)
    for (const { id } of elementsOf(answer, place, 'way')) {
      const way = lowerBound(ids, id)
      if (ids[way] === id) levels[way] = Math.min(levels[way], place - firstLevel + 1)
    }
  return levels
}

const byId = (ways: readonly DrawnWay[]): ReadonlyMap<number, DrawnWay> =>
  new Map(ways.map((way) => [way.id, way]))

const relationOf = ({ id, version, timestamp, tags, members }: OverpassRelation): Relation => ({
  id,
  version,
  timestamp,
  tags: keptTags(tags),
  members,
})

const keptTags = (tags: Tags): Tags =>
  Object.fromEntries(Object.entries(tags).filter(([key]) => keepTag(key)))

const missingWays = (
  relations: readonly OverpassRelation[],
  known: ReadonlyMap<number, Relation>,
): readonly number[] => {
  const missing = new Set<number>()
  for (const { members } of relations)
    for (const { type, id, role } of members)
      if (type === 'relation' && isShapeRole(role) && !known.has(id)) missing.add(id)
  return [...missing]
}

const MIN_NODES_OF_AREA = 4

const isClosed = ({ nodes }: OverpassWay): boolean =>
  nodes.length >= MIN_NODES_OF_AREA && nodes[0] === nodes.at(-1)

const wayTable = (
  unsorted: readonly OverpassWay[],
  levelsOf: (ids: Float64Array) => Uint8Array,
): BoundaryParts['ways'] => {
  const ways = unsorted.toSorted((a, b) => a.id - b.id)
  const nodeCount = ways.reduce((sum, { nodes }) => sum + nodes.length, 0)
  // Ids exceed 31 bits, and each would be an object of its own as the key of a Map.
  const places = new PairIndex(nodeCount)
  const nodeIds = new Float64Array(new SharedArrayBuffer(8 * nodeCount))
  const ids = new Float64Array(new SharedArrayBuffer(8 * ways.length))
  const starts = new Uint32Array(new SharedArrayBuffer(4 * ways.length))
  const ends = new Uint32Array(new SharedArrayBuffer(4 * ways.length))
  const nodes = new Uint32Array(new SharedArrayBuffer(4 * nodeCount))
  const lons = new Int32Array(new SharedArrayBuffer(4 * nodeCount)).fill(NO_COORDINATE)
  const lats = new Int32Array(new SharedArrayBuffer(4 * nodeCount))
  let at = 0
  ways.forEach((way, index) => {
    ids[index] = way.id
    starts[index] = at
    way.nodes.forEach((node, position) => {
      const place = places.add(node | 0, Math.floor(node / 2 ** 32))
      nodeIds[place] = node
      nodes[at++] = place
      if (way.coordinates === null) return
      const lon = way.coordinates[2 * position]
      const lat = way.coordinates[2 * position + 1]
      if (lons[place] !== NO_COORDINATE && (lons[place] !== lon || lats[place] !== lat))
        throw new UnusableAnswer(`Node ${node} comes with two positions.`)
      lons[place] = lon
      lats[place] = lat
    })
    ends[index] = at
  })
  const shape = { starts, ends, nodes, nodeIds: nodeIds.subarray(0, places.size) }
  return {
    ids,
    ...shape,
    lons: lons.subarray(0, places.size),
    lats: lats.subarray(0, places.size),
    junctions: junctionLevels(shape, levelsOf(ids)),
  }
}
