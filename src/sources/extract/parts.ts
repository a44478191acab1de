/**
 * Reads the parts of a file's boundaries: relations, then their ways and the coastlines, then the nodes of those ways.
 * Memory grows with the boundaries; the rest of the file is read and dropped.
 */
import { plannedBytes } from './blob-plan.ts'
import { isShapeRole } from './member-roles.ts'
import { type Passes, withPasses } from './passes.ts'
import { NODES, RELATIONS, WAYS } from './pbf/block.ts'
import type { PbfFile } from './pbf/file.ts'
import type { Relation } from './pbf/relations.ts'
import type { Tags } from './pbf/tags.ts'
import type { TaggedWay } from './pbf/ways.ts'
import type { ScanResult } from './scan.ts'
import { NumberList, sortedUnique } from './sorted.ts'
import { WayCollector } from './way-collector.ts'
import { NO_COORDINATE, type WayTable } from './way-table.ts'
import type { Workers } from './workers.ts'

export interface BoundaryParts {
  /** Relations with a boundary tag, and their member relations, by id. */
  readonly relations: ReadonlyMap<number, Relation>
  readonly taggedWays: readonly TaggedWay[]
  readonly ways: WayTable
  /** Sorted ids of the ways that are coastlines. */
  readonly coastlines: Float64Array
  /** Tags of nodes that are the `label` of a boundary. */
  readonly labels: ReadonlyMap<number, Tags>
}

export interface ReadProgress {
  readonly bytes: number
  readonly totalBytes: number
  readonly elements: number
}

/** Depth to which relations inside relations are followed; real data needs one or two levels. */
const MAX_NESTING = 8

export const readParts = (
  file: PbfFile,
  workers: Workers,
  onProgress: (progress: ReadProgress) => void,
): Promise<BoundaryParts> =>
  withPasses(file, workers, async (passes) => {
    const totalBytes = plannedBytes(file, passes.plan, [RELATIONS, WAYS, NODES])
    let bytes = 0
    let elements = 0
    const count = (result: ScanResult): void => {
      bytes += result.bytes
      elements += result.elements
      onProgress({ bytes, totalBytes, elements })
    }
    const relations = await readRelations(passes, count)
    const members = membersOf(relations)
    const ways = new WayCollector(members.ways)
    await passes.run(WAYS, { of: 'ways', wanted: members.ways }, (result) => {
      ways.add(result)
      count(result)
    })
    const nodeIds = sortedUnique(ways.nodesAnd(members.labels))
    const lons = sharedCoordinates(nodeIds.length)
    const lats = sharedCoordinates(nodeIds.length)
    const labels = new Map<number, Tags>()
    await passes.run(
      NODES,
      { of: 'nodes', wanted: nodeIds, labels: members.labels, lons, lats },
      (result) => {
        for (const [id, tags] of result.nodeTags) labels.set(id, tags)
        count(result)
      },
    )
    return {
      relations,
      taggedWays: ways.tagged,
      ways: ways.table({ nodeIds, lons, lats }, relations.values()),
      coastlines: ways.coastlines,
      labels,
    }
  })

const readRelations = async (
  passes: Passes,
  count: (result: ScanResult) => void,
): Promise<Map<number, Relation>> => {
  const relations = new Map<number, Relation>()
  const asked = new Set<number>()
  let wanted: Float64Array = new Float64Array(0)
  for (let depth = 0; depth <= MAX_NESTING; depth++) {
    await passes.run(RELATIONS, { of: 'relations', wanted }, (result) => {
      for (const relation of result.relations) relations.set(relation.id, relation)
      // The blobs of relations are few: rereading them for nested members is not reported as progress.
      if (depth === 0) count(result)
    })
    wanted = nestedIn(relations, asked)
    if (wanted.length === 0) break
    for (const id of wanted) asked.add(id)
  }
  return relations
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

const sharedCoordinates = (count: number): Int32Array<SharedArrayBuffer> =>
  new Int32Array(new SharedArrayBuffer(count * 4)).fill(NO_COORDINATE)
