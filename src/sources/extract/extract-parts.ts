/**
 * Reads the parts of a file's boundaries: relations, then their ways and the coastlines, then the nodes of those ways.
 * Memory grows with the boundaries; the rest of the file is read and dropped.
 */
import { plannedBytes } from './blob-plan.ts'
import { IdOrder } from './id-order.ts'
import { isShapeRole } from './member-roles.ts'
import { collectNodes } from './node-collector.ts'
import { type Passes, withPasses } from './passes.ts'
import { NODES, RELATIONS, WAYS } from './pbf/block.ts'
import type { PbfFile } from './pbf/file.ts'
import type { UnreadableObject } from './pbf/ids.ts'
import { takesPlaceOf } from './pbf/info.ts'
import type { Relation } from './pbf/relations.ts'
import type { Tags } from './pbf/tags.ts'
import type { TaggedWay } from './pbf/ways.ts'
import type { Scanner, ScanResult } from './scan-blobs.ts'
import { lowerBound, NumberList, sortedUnique } from './sorted-ids.ts'
import { isBoundary } from './tag-values.ts'
import { WayCollector } from './way-collector.ts'
import type { WayTable } from './way-table.ts'

export interface BoundaryParts {
  /** Relations with a boundary tag, and their member relations, by id. */
  readonly relations: ReadonlyMap<number, Relation>
  readonly taggedWays: readonly TaggedWay[]
  readonly ways: WayTable
  /** Sorted ids of the ways that are coastlines. */
  readonly coastlines: Float64Array
  /** Tags of nodes that are the `label` of a boundary. */
  readonly labels: ReadonlyMap<number, Tags>
  /** Boundaries whose id is too large for an exact number. */
  readonly unreadable: readonly UnreadableObject[]
}

export interface ReadProgress {
  readonly bytes: number
  readonly totalBytes: number
  readonly elements: number
}

/** Depth to which relations inside relations are followed; real data needs one or two levels. */
export const MAX_NESTING = 8

/**
 * O(n) time in the bytes of the file, O(m log m) in the members of its boundaries and the positions of their ways, O(m) memory. Relations
 * are read once more for each depth to which they contain others.
 */
export const readParts = (
  file: PbfFile,
  scanner: Scanner,
  onProgress: (progress: ReadProgress) => void,
): Promise<BoundaryParts> =>
  withPasses(file, scanner, async (passes) => {
    const totalBytes = plannedBytes(file, passes.plan, [RELATIONS, WAYS, NODES])
    let bytes = 0
    let elements = 0
    const unreadable = new Map<string, UnreadableObject>()
    const count: Read = (result) => {
      for (const object of result.unreadable) unreadable.set(object.id, object)
      bytes += result.bytes
      elements += result.elements
      onProgress({ bytes, totalBytes, elements })
    }
    // What is read again is no progress, but the import can still be cancelled then.
    const reread = (): void => onProgress({ bytes, totalBytes, elements })
    const relations = await readRelations(passes, count, reread)
    const members = membersOf(relations)
    const ways = await readWays(passes, members.ways, count, reread)
    const nodeIds = sortedUnique(ways.nodesAnd(members.labels))
    const { labels, ...nodes } = await collectNodes(passes, nodeIds, members.labels, count, reread)
    return {
      relations,
      taggedWays: ways.tagged,
      ways: ways.table(nodes, relations.values()),
      coastlines: ways.coastlines,
      labels,
      unreadable: [...unreadable.values()],
    }
  })

type Read = (result: ScanResult) => void

const readRelations = async (
  passes: Passes,
  onRead: Read,
  onReread: () => void,
): Promise<Map<number, Relation>> => {
  const relations = new Map<number, Relation>()
  const order = new IdOrder()
  const asked = new Set<number>()
  let wanted: Float64Array = new Float64Array(0)
  for (let depth = 0; depth <= MAX_NESTING; depth++) {
    await passes.run(RELATIONS, { of: 'relations', wanted }, (result) => {
      for (const relation of result.relations) {
        // Of relations that are not asked for, this pass may lack a version.
        if (depth > 0 && wanted[lowerBound(wanted, relation.id)] !== relation.id) continue
        const known = relations.get(relation.id)
        if (known === undefined || takesPlaceOf(relation.version, known.version))
          relations.set(relation.id, relation)
      }
      if (depth > 0) return onReread()
      order.addRange(result.ids)
      onRead(result)
    })
    const nested = nestedIn(relations, asked)
    for (const id of nested) asked.add(id)
    // If the file repeats relations, the higher version of a boundary may be none, and was not read then.
    const unsure = depth === 0 && !order.ascends ? [...relations.keys()] : []
    wanted = sortedUnique(Float64Array.from([...nested, ...unsure]))
    if (wanted.length === 0) break
  }
  return order.ascends ? relations : boundariesAndNested(relations)
}

/** Leaves out relations that are here because of a lower version, which had the tag or was a member. */
const boundariesAndNested = (relations: ReadonlyMap<number, Relation>): Map<number, Relation> => {
  const kept = new Map<number, Relation>()
  const queue = [...relations.values()].filter(({ tags }) => isBoundary(tags))
  for (const relation of queue) {
    if (kept.has(relation.id)) continue
    kept.set(relation.id, relation)
    for (const { type, id, role } of relation.members) {
      const inner = type === 'relation' && isShapeRole(role) ? relations.get(id) : undefined
      if (inner !== undefined) queue.push(inner)
    }
  }
  return kept
}

const readWays = async (
  passes: Passes,
  memberIds: Float64Array,
  onRead: Read,
  onReread: () => void,
): Promise<WayCollector> => {
  const ways = new WayCollector(memberIds)
  await passes.run(WAYS, { of: 'ways', wanted: memberIds }, (result) => {
    ways.add(result)
    onRead(result)
  })
  const wanted = ways.unsure
  if (wanted === null) return ways
  const again = new WayCollector(wanted)
  await passes.run(WAYS, { of: 'ways', wanted }, (result) => {
    again.add(result)
    onReread()
  })
  return again
}

/** Returns member relations that contribute to the shape and were neither read nor looked up in vain. */
const nestedIn = (relations: ReadonlyMap<number, Relation>, asked: ReadonlySet<number>): Float64Array => {
  const missing: number[] = []
  for (const { members } of relations.values()) {
    for (const { type, id, role } of members) {
      if (type === 'relation' && isShapeRole(role) && !relations.has(id) && !asked.has(id)) missing.push(id)
    }
  }
  return sortedUnique(Float64Array.from(missing))
}

const membersOf = (relations: ReadonlyMap<number, Relation>) => {
  const ways = new NumberList()
  const labels: number[] = []
  for (const { members } of relations.values()) {
    ways.pushAll(members.filter(({ type, role }) => type === 'way' && isShapeRole(role)).map(({ id }) => id))
    for (const { type, id, role } of members) if (type === 'node' && role === 'label') labels.push(id)
  }
  return { ways: sortedUnique(ways.toArray()), labels: sortedUnique(Float64Array.from(labels)) }
}
