/** Reads extracts completely, as a program would that needs everything. */
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBlock, type PbfBlock } from '../../src/sources/extract/pbf/block.ts'
import { located, openPbf, readBlob } from '../../src/sources/extract/pbf/file.ts'
import type { UnreadableObject } from '../../src/sources/extract/pbf/ids.ts'
import { eachNode } from '../../src/sources/extract/pbf/nodes.ts'
import { eachRelation, type Relation } from '../../src/sources/extract/pbf/relations.ts'
import type { Tags } from '../../src/sources/extract/pbf/tags.ts'
import { eachWay, type TaggedWay } from '../../src/sources/extract/pbf/ways.ts'
import type { MapSpec } from './pbf-writer.ts'

const directory = mkdtempSync(join(tmpdir(), 'metes-pbf-'))
// At the end of the process: several test files of one read files here.
process.once('exit', () => rmSync(directory, { recursive: true }))

const CRITERION = { key: 'boundary', values: ['administrative', 'postal_code'] }
let files = 0

const fileOf = (bytes: Uint8Array): string => {
  const path = join(directory, `${files++}.osm.pbf`)
  writeFileSync(path, bytes)
  return path
}

/** Everything that the decoders give, nodes and ways by the requested ids. */
export const readAll = async (
  bytes: Uint8Array,
  wantedNodes: readonly number[] = [],
  wantedWays: readonly number[] = [],
) => {
  const file = await openPbf(fileOf(bytes))
  const nodes: { id: number; lon: number; lat: number; tags?: Tags }[] = []
  const ways: { id: number; nodes: readonly number[] }[] = []
  const tagged: TaggedWay[] = []
  const coastlines: number[] = []
  const relations: Relation[] = []
  const unreadable: UnreadableObject[] = []
  const nodeIds = Float64Array.from(wantedNodes).sort()
  const counts = { nodes: 0, ways: 0, relations: 0 }
  const descriptor = openSync(file.path, 'r')
  try {
    for (let index = 0; index < file.blobCount; index++) {
      const raw = readBlob(file.path, descriptor, file.offsets[index], file.sizes[index])
      located(file.path, file.offsets[index], () => decode(openBlock(raw)))
    }
  } finally {
    closeSync(descriptor)
  }
  return { file, nodes, ways, tagged, coastlines, relations, unreadable, counts }

  function decode(block: PbfBlock): void {
    counts.nodes += eachNode(block, nodeIds, () => true, {
      wantsVersions: false,
      node: (at, lon, lat) => nodes.push({ id: nodeIds[at], lon, lat }),
      wantsTags: () => true,
      tags: (at, tags) => {
        const node = nodes.find(({ id }) => id === nodeIds[at])
        if (node !== undefined && Object.keys(tags).length > 0) node.tags = tags
      },
    })
    counts.ways += eachWay(block, Float64Array.from(wantedWays).sort(), CRITERION, () => true, {
      seen: () => {},
      way: (id, refs) => ways.push({ id, nodes: refs }),
      coastline: () => coastlines.push(ways.at(-1)!.id),
      tagged: (way) => tagged.push(way),
      unreadable: (object) => unreadable.push(object),
    })
    counts.relations += eachRelation(block, CRITERION, () => true, {
      seen: () => {},
      isAskedFor: () => false,
      relation: (relation) => relations.push(relation),
      unreadable: (object) => unreadable.push(object),
    })
  }
}

/** A little of everything, with ids that need more than 32 bits and the ends of the Earth. */
export const MAP: MapSpec = {
  nodes: [
    { id: 1, lon: 0, lat: 0 },
    { id: 5_000_000_000, lon: 179.9999999, lat: -89.9999999, tags: { name: 'Far', place: 'city' } },
    { id: 5_000_000_007, lon: -180, lat: 90 },
  ],
  ways: [
    { id: 10, nodes: [1, 5_000_000_000] },
    {
      id: 11,
      nodes: [1, 5_000_000_000, 5_000_000_007, 1],
      tags: { boundary: 'administrative', name: 'Ring' },
      version: 3,
    },
    { id: 12, nodes: [1, 5_000_000_000], tags: { boundary: 'administrative' } },
  ],
  relations: [
    {
      id: 100,
      members: [
        ['w', 10, 'outer'],
        ['n', 5_000_000_000, 'label'],
        ['r', 99, ''],
      ],
      tags: { type: 'boundary', boundary: 'postal_code', postal_code: '12345' },
      version: 7,
      timestamp: 1_600_000_000,
    },
    { id: 101, members: [['w', 10, 'outer']], tags: { type: 'route' } },
  ],
}
