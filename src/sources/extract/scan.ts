/**
 * One pass over some blobs: the work of a worker thread. A task and its result contain only plain data and typed arrays, and
 * the large arrays are shared memory, so that passing them costs nothing.
 */
import { closeSync, openSync } from 'node:fs'
import { UNITS_PER_DEGREE } from '../../domain/geometry/rings.ts'
import { keepTag } from './keep-tag.ts'
import { type Block, kindsIn, openBlock } from './pbf/block.ts'
import { located, readBlob } from './pbf/file.ts'
import { eachNode } from './pbf/nodes.ts'
import { PbfProblem } from './pbf/problem.ts'
import { eachRelation, type Relation } from './pbf/relations.ts'
import type { TagCriterion, Tags } from './pbf/tags.ts'
import { eachWay, type TaggedWay } from './pbf/ways.ts'
import { lowerBound } from './sorted.ts'

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

export interface ScanTask extends BlobRange {
  readonly pass: ScanPass
}

export interface ScanResult {
  readonly bytes: number
  /** Number of objects of the pass's kind that were read. */
  readonly elements: number
  /** Kinds of objects in each blob, as bits. */
  readonly kinds: Uint8Array
  readonly relations: readonly Relation[]
  readonly ways: WayBatch
  readonly taggedWays: readonly TaggedWay[]
  /** Ids of the ways above that are coastlines. */
  readonly coastlines: readonly number[]
  readonly nodeTags: readonly (readonly [id: number, tags: Tags])[]
  /** The first unreadable blob; the result has everything before it. */
  readonly problem: { readonly path: string; readonly offset: number; readonly reason: string } | null
}

/** Ways as flat arrays: the nodes of way `i` end at `ends[i]`. */
interface WayBatch {
  readonly ids: Float64Array
  readonly ends: Uint32Array
  readonly nodes: Float64Array
}

const MAX_LON_UNITS = 180 * UNITS_PER_DEGREE
const MAX_LAT_UNITS = 90 * UNITS_PER_DEGREE

/** The allow-list of boundaries: other values (political, religious, statistical …) are not administrative units. */
const BOUNDARY_CRITERION: TagCriterion = { key: 'boundary', values: ['administrative', 'postal_code'] }

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

const scanBlock = (block: Block, pass: ScanPass, into: Collected): number => {
  switch (pass.of) {
    case 'kinds':
      return 0
    case 'relations': {
      const isAskedFor = (id: number): boolean => pass.wanted[lowerBound(pass.wanted, id)] === id
      return eachRelation(block, BOUNDARY_CRITERION, isAskedFor, keepTag, (relation) => {
        into.relations.push(relation)
      })
    }
    case 'ways':
      return eachWay(block, pass.wanted, BOUNDARY_CRITERION, keepTag, into)
    case 'nodes': {
      const { wanted, labels, lons, lats } = pass
      return eachNode(block, wanted, keepTag, {
        node(index, lon, lat) {
          // A position off the map counts as missing, so that the way that needs it is reported.
          if (Math.abs(lon) > MAX_LON_UNITS || Math.abs(lat) > MAX_LAT_UNITS) return
          lons[index] = lon
          lats[index] = lat
        },
        wantsTags: (index) => labels[lowerBound(labels, wanted[index])] === wanted[index],
        tags(index, tags) {
          into.nodeTags.push([wanted[index], tags])
        },
      })
    }
  }
}

class Collected {
  readonly relations: Relation[] = []
  readonly taggedWays: TaggedWay[] = []
  readonly coastlines: number[] = []
  readonly nodeTags: [id: number, tags: Tags][] = []
  readonly #ids: number[] = []
  readonly #ends: number[] = []
  readonly #nodes: number[] = []

  way(id: number, nodes: readonly number[]): void {
    this.#ids.push(id)
    for (const node of nodes) this.#nodes.push(node)
    this.#ends.push(this.#nodes.length)
  }

  coastline(id: number): void {
    this.coastlines.push(id)
  }

  tagged(way: TaggedWay): void {
    this.taggedWays.push(way)
  }

  result() {
    const ways: WayBatch = {
      ids: Float64Array.from(this.#ids),
      ends: Uint32Array.from(this.#ends),
      nodes: Float64Array.from(this.#nodes),
    }
    const { relations, taggedWays, coastlines, nodeTags } = this
    return { relations, ways, taggedWays, coastlines, nodeTags }
  }
}
