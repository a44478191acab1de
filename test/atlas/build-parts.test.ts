/** The parts of scripts/build-atlas.ts that need none of its packages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { readTarball } from '../../scripts/atlas/tar.ts'
import { featuresOf, type Topology } from '../../scripts/atlas/topojson.ts'

function tarEntry(path: string, content: string, type = '0'): Buffer {
  const header = Buffer.alloc(512)
  header.write(path, 0)
  header.write(Buffer.byteLength(content).toString(8).padStart(11, '0'), 124)
  header.write(type, 156)
  const body = Buffer.alloc(Math.ceil(Buffer.byteLength(content) / 512) * 512)
  body.write(content)
  return Buffer.concat([header, body])
}

test('the wanted files of a packed package are read, folders and others are skipped', () => {
  const packed = gzipSync(
    Buffer.concat([
      tarEntry('package/', '', '5'),
      tarEntry('package/README.md', 'x'.repeat(600)),
      tarEntry('package/data/map.json', '{"größe":1}'),
      tarEntry('package/empty.json', ''),
      Buffer.alloc(1024),
    ]),
  )
  const files = readTarball(packed, (path) => path.endsWith('.json'))
  assert.deepEqual(
    [...files].map(([path, content]) => [path, content.toString()]),
    [
      ['data/map.json', '{"größe":1}'],
      ['empty.json', ''],
    ],
  )
})

/** Two squares side by side that share arc 1, and a third that quantization has reduced to a line. */
const SQUARES: Topology = {
  transform: { scale: [0.5, 2], translate: [10, 20] },
  arcs: [
    [
      [2, 0],
      [-2, 0],
      [0, 2],
      [2, 0],
    ],
    [
      [2, 2],
      [0, -2],
    ],
    [
      [2, 2],
      [2, 0],
      [0, -2],
      [-2, 0],
    ],
    [
      [0, 0],
      [0, 0],
    ],
  ],
  objects: {
    counties: {
      geometries: [
        { type: 'Polygon', id: '01001', properties: { name: 'West' }, arcs: [[0, 1]] },
        { type: 'MultiPolygon', id: '01003', properties: { name: 'East' }, arcs: [[[2, ~1]], [[3]]] },
      ],
    },
  },
}

test('arcs become rings in degrees, shared ones in both directions, and lines are skipped', () => {
  const [west, east] = featuresOf(SQUARES, 'counties')
  assert.equal(west.name, 'West')
  assert.deepEqual(west.geometry.coordinates, [
    [
      [
        [11, 20],
        [10, 20],
        [10, 24],
        [11, 24],
        [11, 20],
      ],
    ],
  ])
  assert.deepEqual(east.geometry.coordinates, [
    [
      [
        [11, 24],
        [12, 24],
        [12, 20],
        [11, 20],
        [11, 24],
      ],
    ],
    [],
  ])
})
