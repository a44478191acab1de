/**
 * Everything of a file that its boundaries are made of: relations, then the ways they name, then the nodes of those
 * ways. Memory grows with the boundaries: the rest of the file passes through and is dropped.
 */
import { type BlobPlan, batches, isBesidePlan, plannedBytes, sortedPlan } from './blob-plan.ts'
import { inOrder } from './in-order.ts'
import { isShapeRole } from './member-roles.ts'
import { NODES, RELATIONS, WAYS } from './pbf/block.ts'
import type { PbfFile } from './pbf/file.ts'
import { PbfProblem } from './pbf/problem.ts'
import type { Relation } from './pbf/relations.ts'
import type { Tags } from './pbf/tags.ts'
import type { TaggedWay } from './pbf/ways.ts'
import type { ScanPass, ScanResult } from './scan.ts'
import { NumberList, sortedUnique } from './sorted.ts'
import { NO_COORDINATE, type WayTable, wayTable } from './way-table.ts'
import type { Workers } from './workers.ts'

export interface BoundaryParts {
  /** Relations with a boundary tag, and those that they have as members, by id. */
  readonly relations: ReadonlyMap<number, Relation>
  readonly taggedWays: readonly TaggedWay[]
  readonly ways: WayTable
  /** Tags of nodes that are the `label` of a boundary. */
  readonly labels: ReadonlyMap<number, Tags>
}

export interface ReadProgress {
  readonly bytes: number
  readonly totalBytes: number
  readonly elements: number
}

/** Relations inside relations are followed this far; real data needs one or two levels. */
const MAX_NESTING = 8

export const readParts = async (
  file: PbfFile,
  workers: Workers,
  onProgress: (progress: ReadProgress) => void,
): Promise<BoundaryParts> => {
  try {
    return await readWithPlan(file, sortedPlan(file), workers, onProgress)
  } catch (error) {
    if (!(error instanceof OtherOrder)) throw error
    return await readWithPlan(file, await indexedPlan(file, workers), workers, onProgress)
  }
}

/** The file is not in the order that the plan supposes. Never leaves this module. */
class OtherOrder extends Error {}

const indexedPlan = async (file: PbfFile, workers: Workers): Promise<BlobPlan> => {
  const plan = new Uint8Array(file.blobCount)
  const results = inOrder(batches(file, plan, 0), workers.window, async (batch) => {
    const result = await workers.scan({ ...batch, pass: { of: 'kinds' } })
    return { batch, result }
  })
  for await (const { batch, result } of results) {
    throwProblem(result)
    batch.blobs.forEach((blob, index) => {
      plan[blob] = result.kinds[index]
    })
  }
  return plan
}

const readWithPlan = async (
  file: PbfFile,
  plan: BlobPlan,
  workers: Workers,
  onProgress: (progress: ReadProgress) => void,
): Promise<BoundaryParts> => {
  const totalBytes = plannedBytes(file, plan, [RELATIONS, WAYS, NODES])
  let bytes = 0
  let elements = 0
  const pass = async (kind: number, what: ScanPass, take: (result: ScanResult) => void): Promise<void> => {
    const results = inOrder(batches(file, plan, kind), workers.window, async (batch) => ({
      batch,
      result: await workers.scan({ ...batch, pass: what }),
    }))
    for await (const { batch, result } of results) {
      throwProblem(result)
      if (batch.blobs.some((blob, index) => isBesidePlan(plan, blob, result.kinds[index])))
        throw new OtherOrder()
      take(result)
      bytes += result.bytes
      elements += result.elements
      onProgress({ bytes: Math.min(bytes, totalBytes), totalBytes, elements })
    }
  }

  const relations = await readRelations(pass)
  const members = membersOf(relations)
  const taggedWays: TaggedWay[] = []
  const wayIds = new NumberList()
  const wayEnds = new NumberList()
  const wayNodes = new NumberList()
  await pass(WAYS, { of: 'ways', wanted: members.ways }, ({ ways, taggedWays: tagged }) => {
    const before = wayNodes.length
    wayIds.pushAll(ways.ids)
    wayNodes.pushAll(ways.nodes)
    wayEnds.pushAll(Float64Array.from(ways.ends, (end) => before + end))
    taggedWays.push(...tagged)
  })
  const labelIds = members.labels
  const nodesAndLabels = new NumberList()
  nodesAndLabels.pushAll(wayNodes.toArray())
  nodesAndLabels.pushAll(labelIds)
  const nodeIds = sortedUnique(nodesAndLabels.toArray())
  const lons = sharedCoordinates(nodeIds.length)
  const lats = sharedCoordinates(nodeIds.length)
  const labels = new Map<number, Tags>()
  await pass(NODES, { of: 'nodes', wanted: nodeIds, labels: labelIds, lons, lats }, ({ nodeTags }) => {
    for (const [id, tags] of nodeTags) labels.set(id, tags)
  })
  const ways = wayTable({
    ids: wayIds.toArray(),
    ends: wayEnds.toArray(),
    nodes: wayNodes.toArray(),
    nodeIds,
    lons,
    lats,
    relations: relations.values(),
  })
  return { relations, taggedWays, ways, labels }
}

const throwProblem = ({ problem }: ScanResult): void => {
  if (problem !== null) throw new PbfProblem(problem)
}

type Pass = (kind: number, what: ScanPass, take: (result: ScanResult) => void) => Promise<void>

const readRelations = async (pass: Pass): Promise<Map<number, Relation>> => {
  const relations = new Map<number, Relation>()
  let wanted: Float64Array = new Float64Array(0)
  for (let depth = 0; depth <= MAX_NESTING; depth++) {
    await pass(RELATIONS, { of: 'relations', wanted }, (result) => {
      for (const relation of result.relations) relations.set(relation.id, relation)
    })
    const asked = new Set(wanted)
    wanted = nestedIn(relations, asked)
    if (wanted.length === 0) break
  }
  return relations
}

/** Relations that are members with a part in the shape and have not been read, nor been looked for in vain. */
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
