/**
 * One pass over some blobs: the work of a worker thread. A task and its result contain only plain data and typed arrays, and
 * the large arrays are shared memory, so that passing them costs nothing.
 */
import { closeSync, openSync } from 'node:fs'
import { defineWork } from '../../compute/work.ts'
import { UNITS_PER_DEGREE } from '../../domain/geometry/rings.ts'
import { IdOrder, type IdRange } from './id-order.ts'
import { keepTag } from './keep-tag.ts'
import { kindsIn, openBlock, type PbfBlock } from './pbf/block.ts'
import { located, readBlob } from './pbf/file.ts'
import type { UnreadableObject } from './pbf/ids.ts'
import { eachNode, type NodeVisitor } from './pbf/nodes.ts'
import { PbfProblem } from './pbf/problem.ts'
import { eachRelation, type Relation } from './pbf/relations.ts'
import type { TagCriterion, Tags } from './pbf/tags.ts'
import { eachWay, type TaggedWay } from './pbf/ways.ts'
import { lowerBound } from './sorted-ids.ts'
import { BOUNDARY_VALUES } from './tag-values.ts'
import { NO_COORDINATE } from './way-table.ts'

export interface BlobRange {
  readonly path: string
  readonly offsets: Float64Array
  readonly sizes: Uint32Array
}

export type ScanPass =
  /** Only the kinds of objects in each blob. */
  | { readonly of: 'kinds' }
  /** Relations that are boundaries, and those requested by (sorted) id. */
  | { readonly of: 'relations'; readonly wanted: Float64Array }
  /** Ways requested by (sorted) id, closed ways that are boundaries, and coastlines. */
  | { readonly of: 'ways'; readonly wanted: Float64Array }
  /** Coordinates, written to `lons` and `lats` at the index of each (sorted) id; tags of the nodes in `labels`. */
  | {
      readonly of: 'nodes'
      readonly wanted: Float64Array
      readonly labels: Float64Array
      readonly lons: Int32Array
      readonly lats: Int32Array
    }
  /** Every version of nodes that the file repeats, requested by (sorted) id; tags of those in `labels`. */
  | { readonly of: 'node versions'; readonly wanted: Float64Array; readonly labels: Float64Array }

export interface ScanTask extends BlobRange {
  readonly pass: ScanPass
}

/** Runs scans, in the calling thread or in others. */
export interface Scanner {
  /** Number of tasks to keep in flight. */
  readonly window: number
  scan(task: ScanTask): Promise<ScanResult>
}

export interface ScanResult {
  readonly bytes: number
  /** Number of objects of the pass's kind that were read. */
  readonly elements: number
  /** Kinds of objects in each blob, as bits. */
  readonly kinds: Uint8Array
  /** Ids of all relations or ways, in a pass over them. */
  readonly ids: IdRange
  readonly relations: readonly Relation[]
  readonly ways: WayBatch
  readonly nodeVersions: readonly NodeVersion[]
  readonly nodeTags: readonly NodeTags[]
  /** Ids of nodes that came with two positions, or with one off the map. */
  readonly doubtfulNodes: readonly number[]
  /** Boundaries that can only be reported. */
  readonly unreadable: readonly UnreadableObject[]
  /** The first unreadable blob; the result has everything before it. */
  readonly problem: { readonly path: string; readonly offset: number; readonly reason: string } | null
}

/** Ways as flat arrays: the nodes of way `i` end at `ends[i]`. */
export interface WayBatch {
  readonly ids: Float64Array
  /** 0 if unknown. */
  readonly versions: Int32Array
  readonly ends: Uint32Array
  readonly nodes: Float64Array
  /**
   * `[lon, lat, …]` of the nodes in 1e-7 degrees, `NO_COORDINATE` for those without a position on the map; null if no way has positions,
   * as usual.
   */
  readonly locations: Int32Array | null
  /** The closed ways that are boundaries, by index. */
  readonly tagged: ReadonlyMap<number, TaggedWay>
  /** Indexes of coastlines. */
  readonly coastlines: ReadonlySet<number>
}

/** One version of a node; without coordinates if its position is off the map. */
interface NodeVersion {
  readonly id: number
  readonly version: number | null
  readonly lon: number
  readonly lat: number
}

interface NodeTags {
  readonly id: number
  /** Null if the pass does not read versions. */
  readonly version: number | null
  readonly tags: Tags
}

const MAX_LON_UNITS = 180 * UNITS_PER_DEGREE
const MAX_LAT_UNITS = 90 * UNITS_PER_DEGREE

const BOUNDARY_CRITERION: TagCriterion = { key: 'boundary', values: BOUNDARY_VALUES }

/** O(n) in the bytes of the blobs, O(log m) for each object in the ids that are asked for. */
export const runScan = (task: ScanTask): ScanResult => {
  const collected = new Collected()
  const kinds = new Uint8Array(task.offsets.length)
  let bytes = 0
  let elements = 0
  let problem: ScanResult['problem'] = null
  const descriptor = openSync(task.path, 'r')
  try {
    for (let blob = 0; blob < kinds.length; blob++) {
      const offset = task.offsets[blob]
      const raw = readBlob(task.path, descriptor, offset, task.sizes[blob])
      located(task.path, offset, () => {
        const block = openBlock(raw)
        kinds[blob] = kindsIn(block)
        elements += scanBlock(block, task.pass, collected)
      })
      bytes += task.sizes[blob]
    }
  } catch (error) {
    if (!(error instanceof PbfProblem)) throw error
    problem = { path: error.path, offset: error.offset, reason: error.reason }
  } finally {
    closeSync(descriptor)
  }
  return { bytes, elements, kinds, problem, ...collected.result() }
}

export const scanWork = defineWork({ module: import.meta.url, name: 'scanWork', run: runScan })

const scanBlock = (block: PbfBlock, pass: ScanPass, into: Collected): number => {
  switch (pass.of) {
    case 'kinds':
      return 0
    case 'relations':
      return eachRelation(block, BOUNDARY_CRITERION, keepTag, {
        seen: (id) => into.seen(id),
        isAskedFor: (id) => pass.wanted[lowerBound(pass.wanted, id)] === id,
        relation: (relation) => into.relations.push(relation),
        unreadable: (relation) => into.unreadable(relation),
      })
    case 'ways':
      return eachWay(block, pass.wanted, BOUNDARY_CRITERION, keepTag, into)
    case 'nodes': {
      const { wanted, lons, lats } = pass
      return eachNode(block, wanted, keepTag, {
        wantsVersions: false,
        node(index, lon, lat) {
          const isCertain =
            isOnMap(lon, lat) && isFirstOrEqual(lons, index, lon) && isFirstOrEqual(lats, index, lat)
          if (!isCertain) into.doubtfulNodes.push(wanted[index])
        },
        ...labelTags(pass, into),
      })
    }
    case 'node versions': {
      const { wanted } = pass
      return eachNode(block, wanted, keepTag, {
        wantsVersions: true,
        node(index, lon, lat, version) {
          // A position off the map counts as missing, so that the way that needs it is reported.
          const position = isOnMap(lon, lat) ? { lon, lat } : { lon: NO_COORDINATE, lat: NO_COORDINATE }
          into.nodeVersions.push({ id: wanted[index], version, ...position })
        },
        ...labelTags(pass, into),
      })
    }
  }
}

const labelTags = (
  { wanted, labels }: { readonly wanted: Float64Array; readonly labels: Float64Array },
  into: Collected,
): Pick<NodeVisitor, 'wantsTags' | 'tags'> => ({
  wantsTags: (index) => labels[lowerBound(labels, wanted[index])] === wanted[index],
  tags(index, tags, version) {
    into.nodeTags.push({ id: wanted[index], version, tags })
  },
})

const isOnMap = (lon: number, lat: number): boolean =>
  Math.abs(lon) <= MAX_LON_UNITS && Math.abs(lat) <= MAX_LAT_UNITS

/** Writes a coordinate if there is none yet; false if there is another one, which another thread may have written. */
const isFirstOrEqual = (coordinates: Int32Array, index: number, value: number): boolean => {
  const there = Atomics.compareExchange(coordinates, index, NO_COORDINATE, value)
  return there === NO_COORDINATE || there === value
}

class Collected {
  readonly ids = new IdOrder()
  readonly relations: Relation[] = []
  readonly nodeVersions: NodeVersion[] = []
  readonly nodeTags: NodeTags[] = []
  readonly doubtfulNodes: number[] = []
  readonly #unreadable: UnreadableObject[] = []
  readonly #ids: number[] = []
  readonly #versions: number[] = []
  readonly #ends: number[] = []
  readonly #nodes: number[] = []
  readonly #locations: number[] = []
  readonly #tagged = new Map<number, TaggedWay>()
  readonly #coastlines = new Set<number>()

  seen(id: number): void {
    this.ids.add(id)
  }

  way(
    id: number,
    nodes: readonly number[],
    version: number | null,
    locations: readonly number[] | null,
  ): void {
    this.#ids.push(id)
    this.#versions.push(version ?? 0)
    if (locations !== null) this.#locate(locations)
    for (const node of nodes) this.#nodes.push(node)
    this.#ends.push(this.#nodes.length)
  }

  #locate(locations: readonly number[]): void {
    while (this.#locations.length < 2 * this.#nodes.length) this.#locations.push(NO_COORDINATE)
    for (let i = 0; i < locations.length; i += 2) {
      const [lon, lat] = [locations[i], locations[i + 1]]
      // A position off the map counts as missing, so that the way is reported.
      if (isOnMap(lon, lat)) this.#locations.push(lon, lat)
      else this.#locations.push(NO_COORDINATE, NO_COORDINATE)
    }
  }

  coastline(): void {
    this.#coastlines.add(this.#ids.length - 1)
  }

  tagged(way: TaggedWay): void {
    this.#tagged.set(this.#ids.length - 1, way)
  }

  unreadable(object: UnreadableObject): void {
    this.#unreadable.push(object)
  }

  result(): Omit<ScanResult, 'bytes' | 'elements' | 'kinds' | 'problem'> {
    const ways: WayBatch = {
      ids: Float64Array.from(this.#ids),
      versions: Int32Array.from(this.#versions),
      ends: Uint32Array.from(this.#ends),
      nodes: Float64Array.from(this.#nodes),
      locations:
        this.#locations.length === 0
          ? null
          : Int32Array.from(
              { length: 2 * this.#nodes.length },
              (_, i) => this.#locations[i] ?? NO_COORDINATE,
            ),
      tagged: this.#tagged,
      coastlines: this.#coastlines,
    }
    const { relations, nodeVersions, nodeTags, doubtfulNodes } = this
    return {
      ids: this.ids.range(),
      relations,
      ways,
      nodeVersions,
      nodeTags,
      doubtfulNodes,
      unreadable: this.#unreadable,
    }
  }
}
