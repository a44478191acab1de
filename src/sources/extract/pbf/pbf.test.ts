import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import {
  blob,
  concat,
  framed,
  headerBlock,
  type MapSpec,
  message,
  type NodeSpec,
  text,
  type WriteOptions,
  writePbf,
} from '../../../../test/support/pbf-writer.ts'
import { type Block, openBlock } from './block.ts'
import { located, openPbf, readBlob } from './file.ts'
import { eachNode } from './nodes.ts'
import { PbfProblem } from './problem.ts'
import { eachRelation, type Relation } from './relations.ts'
import type { Tags } from './tags.ts'
import { eachWay, type TaggedWay } from './ways.ts'

const directory = mkdtempSync(join(tmpdir(), 'metes-pbf-'))
after(() => rmSync(directory, { recursive: true }))

const CRITERION = { key: 'boundary', values: ['administrative', 'postal_code'] }
let files = 0

const fileOf = (bytes: Uint8Array): string => {
  const path = join(directory, `${files++}.osm.pbf`)
  writeFileSync(path, bytes)
  return path
}

/** Everything of the file that the decoders give, nodes and ways by the ids asked for. */
const readAll = async (
  bytes: Uint8Array,
  wantedNodes: readonly number[] = [],
  wantedWays: readonly number[] = [],
) => {
  const file = await openPbf(fileOf(bytes))
  const nodes: { id: number; lon: number; lat: number; tags?: Tags }[] = []
  const ways: { id: number; nodes: readonly number[] }[] = []
  const tagged: TaggedWay[] = []
  const relations: Relation[] = []
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
  return { file, nodes, ways, tagged, relations, counts }

  function decode(block: Block): void {
    counts.nodes += eachNode(block, nodeIds, () => true, {
      node: (at, lon, lat) => nodes.push({ id: nodeIds[at], lon, lat }),
      wantsTags: () => true,
      tags: (at, tags) => {
        const node = nodes.find(({ id }) => id === nodeIds[at])
        if (node !== undefined && Object.keys(tags).length > 0) node.tags = tags
      },
    })
    counts.ways += eachWay(block, Float64Array.from(wantedWays).sort(), CRITERION, () => true, {
      way: (id, refs) => ways.push({ id, nodes: refs }),
      tagged: (way) => tagged.push(way),
    })
    counts.relations += eachRelation(
      block,
      CRITERION,
      () => false,
      () => true,
      (relation) => relations.push(relation),
    )
  }
}

const MAP: MapSpec = {
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

const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value))

for (const compression of ['zlib', 'zstd', 'none'] as const) {
  test(`a file with ${compression} blobs gives back nodes, ways, relations, tags and versions`, async () => {
    const read = await readAll(writePbf(MAP, { compression }), [1, 5_000_000_000, 5_000_000_007], [10])
    assert.deepEqual(plain(read.nodes), [
      { id: 1, lon: 0, lat: 0 },
      { id: 5_000_000_000, lon: 1_799_999_999, lat: -899_999_999, tags: { name: 'Far', place: 'city' } },
      { id: 5_000_000_007, lon: -1_800_000_000, lat: 900_000_000 },
    ])
    assert.deepEqual(
      read.ways.map(({ id, nodes }) => [id, nodes.length]),
      [
        [10, 2],
        [11, 4],
      ],
    )
    assert.deepEqual(plain(read.tagged), [
      { id: 11, tags: { boundary: 'administrative', name: 'Ring' }, version: 3, timestamp: null },
    ])
    assert.deepEqual(plain(read.relations), [
      {
        id: 100,
        tags: { type: 'boundary', boundary: 'postal_code', postal_code: '12345' },
        members: [
          { type: 'way', id: 10, role: 'outer' },
          { type: 'node', id: 5_000_000_000, role: 'label' },
          { type: 'relation', id: 99, role: '' },
        ],
        version: 7,
        timestamp: '2020-09-13T12:26:40Z',
      },
    ])
    assert.deepEqual(read.counts, { nodes: 3, ways: 3, relations: 2 })
  })
}

test('nodes outside dense runs and other granularities are read alike', async () => {
  const nodes: NodeSpec[] = [{ id: 7, lon: 6.1, lat: 49.6, tags: { name: 'Here' } }]
  for (const options of [
    { dense: false },
    { granularity: 1000 },
    { dense: false, granularity: 10 },
  ] satisfies WriteOptions[]) {
    const read = await readAll(writePbf({ nodes }, options), [7])
    assert.deepEqual(plain(read.nodes), [
      { id: 7, lon: 61_000_000, lat: 496_000_000, tags: { name: 'Here' } },
    ])
  }
})

test('any ids and coordinates survive, in any order, also negative ids', async () => {
  const node = fc.record({
    id: fc.integer({ min: -(2 ** 40), max: 2 ** 40 }),
    lon: fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }),
    lat: fc.integer({ min: -900_000_000, max: 900_000_000 }),
  })
  const nodesWithWanted = fc
    .uniqueArray(node, { selector: ({ id }) => id, minLength: 1, maxLength: 60 })
    .chain((nodes) => fc.tuple(fc.constant(nodes), fc.subarray(nodes)))
  await fc.assert(
    fc.asyncProperty(nodesWithWanted, async ([nodes, wanted]) => {
      const map = { nodes: nodes.map(({ id, lon, lat }) => ({ id, lon: lon / 1e7, lat: lat / 1e7 })) }
      const read = await readAll(
        writePbf(map),
        wanted.map(({ id }) => id),
      )
      const byId = (a: { id: number }, b: { id: number }) => a.id - b.id
      assert.deepEqual(plain(read.nodes).sort(byId), plain([...wanted].sort(byId)))
    }),
    { numRuns: 60, seed: 4 },
  )
})

test('the header tells the box and the state of the map', async () => {
  const bytes = writePbf(MAP, { bbox: [5.5, 49.25, 6.5, 50.125], replicationTimestamp: 1_600_000_000 })
  const { file } = await readAll(bytes)
  assert.deepEqual(file.header, {
    bbox: [5.5, 49.25, 6.5, 50.125],
    replicationTimestamp: '2020-09-13T12:26:40Z',
  })
})

test('unknown blob types, blob fields and block fields are stepped over', async () => {
  const bytes = concat([writePbf(MAP), blob('Index', text('anything'))])
  assert.equal((await readAll(bytes)).counts.relations, 2)
})

const refusal = async (bytes: Uint8Array): Promise<PbfProblem> => {
  const problem = await readAll(bytes, [1], [10]).then(
    () => assert.fail('The file was read without complaint.'),
    (error: unknown) => error,
  )
  assert.ok(problem instanceof PbfProblem, String(problem))
  return problem
}

const HEADER = blob('OSMHeader', headerBlock({}))

const BROKEN: readonly {
  readonly what: string
  readonly bytes: Uint8Array
  readonly offset: number
  readonly says: RegExp
}[] = [
  { what: 'an empty file', bytes: new Uint8Array(0), offset: 0, says: /empty/ },
  { what: 'three bytes', bytes: Uint8Array.of(0, 0, 0), offset: 0, says: /ends 3 bytes into/ },
  {
    what: 'XML',
    bytes: text('<?xml version="1.0"?><osm></osm>'),
    offset: 0,
    says: /not OpenStreetMap PBF \(it looks like XML\)/,
  },
  {
    what: 'text',
    bytes: text('hello, this is a text'),
    offset: 0,
    says: /not OpenStreetMap PBF: a blob header of/,
  },
  { what: 'zeros', bytes: new Uint8Array(100), offset: 0, says: /a blob header of 0 bytes/ },
  {
    what: 'data before the header',
    bytes: blob('OSMData', message([1, new Uint8Array(0)])),
    offset: 0,
    says: /must be "OSMHeader"/,
  },
  {
    what: 'a history file',
    bytes: writePbf(MAP, { requiredFeatures: ['OsmSchema-V0.6', 'HistoricalInformation'] }),
    offset: 17,
    says: /"HistoricalInformation".*history file/,
  },
  {
    what: 'a file that needs an unknown feature',
    bytes: writePbf(MAP, { requiredFeatures: ['Sorcery'] }),
    offset: 17,
    says: /requires the feature "Sorcery"/,
  },
  {
    what: 'an lz4 blob',
    bytes: concat([HEADER, framed('OSMData', message([2, 10], [6, Uint8Array.of(1, 2, 3)]))]),
    offset: HEADER.length + 15,
    says: /compressed with lz4/,
  },
  {
    what: 'a blob that states more than 32 MiB',
    bytes: concat([HEADER, framed('OSMData', message([2, 33 * 1024 * 1024], [3, Uint8Array.of(1, 2, 3)]))]),
    offset: HEADER.length + 15,
    says: /34603008 uncompressed bytes; the format allows 33554432/,
  },
  {
    what: 'a blob without data',
    bytes: concat([HEADER, framed('OSMData', message([2, 5]))]),
    offset: HEADER.length + 15,
    says: /holds no data/,
  },
  {
    what: 'a blob larger than it states',
    bytes: concat([HEADER, framed('OSMData', statedSize(blob('OSMData', new Uint8Array(1000)), 10))]),
    offset: HEADER.length + 15,
    says: /damaged/,
  },
]

/** The blob body of a framed blob, with another stated size. */
function statedSize(framedBlob: Uint8Array, size: number): Uint8Array {
  const body = framedBlob.subarray(4 + new DataView(framedBlob.buffer).getUint32(0))
  const dataAt = body.indexOf(3 * 8 + 2)
  return concat([message([2, size]), body.subarray(dataAt)])
}

for (const { what, bytes, offset, says } of BROKEN) {
  test(`${what} is refused with the offset and the cause`, async () => {
    const problem = await refusal(bytes)
    assert.match(problem.message, says)
    assert.equal(problem.offset, offset)
  })
}

test('a file cut off anywhere inside a blob is refused; cut between blobs it is a shorter file', async () => {
  const bytes = writePbf(MAP)
  let shorter = 0
  for (let length = 1; length < bytes.length; length++) {
    try {
      await readAll(bytes.slice(0, length), [1])
      shorter++
    } catch (error) {
      assert.ok(error instanceof PbfProblem, String(error))
      assert.ok(error.offset <= length)
    }
  }
  // After the header, after the nodes, after the ways.
  assert.equal(shorter, 3)
})

test('bytes changed anywhere give a PbfProblem or a readable file, never a crash or a hang', async () => {
  const bytes = writePbf(MAP, { compression: 'none' })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      async (changes) => {
        const changed = bytes.slice()
        for (const [at, value] of changes) changed[at] = value
        try {
          await readAll(changed, [1, 5_000_000_000], [10])
        } catch (error) {
          if (!(error instanceof PbfProblem)) throw error
        }
      },
    ),
    { numRuns: 1500, seed: 9 },
  )
})
