/** Tests that everything in a file is read back. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../../test/cases.ts'
import { MAP, readAll } from '../../../../test/support/pbf-reader.ts'
import {
  blob,
  concat,
  type NodeSpec,
  text,
  type WriteOptions,
  writePbf,
} from '../../../../test/support/pbf-writer.ts'

const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value))

for (const compression of ['zlib', 'zstd', 'none'] as const) {
  test(`a file with ${compression} blobs returns nodes, ways, relations, tags and versions`, async () => {
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

test('any ids and coordinates survive, in any order, including negative ids', async () => {
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
    { numRuns: casesOf('ids and coordinates in files'), seed: 4 },
  )
})

test('the header gives the box and the state of the map', async () => {
  const bytes = writePbf(MAP, { bbox: [5.5, 49.25, 6.5, 50.125], replicationTimestamp: 1_600_000_000 })
  const { file } = await readAll(bytes)
  assert.deepEqual(file.header, {
    bbox: [5.5, 49.25, 6.5, 50.125],
    replicationTimestamp: '2020-09-13T12:26:40Z',
  })
})

test('unknown blob types, blob fields and block fields are skipped', async () => {
  const bytes = concat([writePbf(MAP), blob('Index', text('anything'))])
  assert.equal((await readAll(bytes)).counts.relations, 2)
})
