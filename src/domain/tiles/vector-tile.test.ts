import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VectorTile, type VectorTileLayer } from '@mapbox/vector-tile'
import fc from 'fast-check'
import { PbfReader } from 'pbf'
import { casesOf } from '../../../test/cases.ts'
import { voronoiCoverage } from '../../../test/support/random-coverages.ts'
import { ringPart } from '../geometry/parts.ts'
import type { Rings } from '../geometry/rings.ts'
import type { TileAttributes } from './feature-tags.ts'
import { ProtobufWriter } from './protobuf.ts'
import { GeometryEncoder } from './tile-geometry.ts'
import { TileWriter } from './vector-tile.ts'

const recipes = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  cells: fc.integer({ min: 2, max: 30 }),
  bends: fc.integer({ min: 0, max: 4 }),
})

const origins = fc.tuple(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 5_000 }))

test('a reader draws every ring as it was, closed at its beginning', () => {
  fc.assert(
    fc.property(recipes, origins, (recipe, [west, north]) => {
      const members = voronoiCoverage(recipe)
      const writer = new TileWriter({ name: 'areas', extent: 4_096, attributes: members.map(() => ({})) })
      writer.begin()
      members.forEach((rings, i) => {
        const geometry = geometryOf(rings, [west, north])
        writer.add(i, geometry, 0, geometry.length)
      })
      const layer = layerOf(writer.end())
      assert.equal(layer.length, members.length)
      members.forEach((rings, i) => {
        const drawn = layer.feature(i).loadGeometry()
        assert.deepEqual(
          drawn.map((ring) => ring.map(({ x, y }) => [x + west, north - y])),
          closedClockwise(rings),
        )
      })
    }),
    { numRuns: casesOf('rings in vector tiles') },
  )
})

test('a reader finds the attributes of the features in each tile, whatever the tile before showed', () => {
  const attributes: readonly TileAttributes[] = [
    { id: 'r1', name: 'Ålesund', level: 4 },
    { id: 'r2', name: 'x'.repeat(300), level: 4 },
    { id: 'r3', kind: 'state', level: 300 },
  ]
  const tileWith = (writer: TileWriter, shown: readonly number[]): Uint8Array | null => {
    writer.begin()
    for (const feature of shown) writer.add(feature, TRIANGLE, 0, TRIANGLE.length)
    return writer.end()
  }
  const writer = new TileWriter({ name: 'areas', extent: 4_096, attributes })
  for (const shown of [[0, 1, 2], [2], [2, 0], [1, 2]]) {
    const tile = tileWith(writer, shown)
    const layer = layerOf(tile)
    assert.deepEqual(
      shown.map((_, i) => ({ ...layer.feature(i).properties })),
      shown.map((feature) => attributes[feature]),
    )
    assert.deepEqual(tile, tileWith(new TileWriter({ name: 'areas', extent: 4_096, attributes }), shown))
  }
})

test('a ring of so many positions that its length takes more bytes is read', () => {
  const positions = 50_000
  const coords = Int32Array.from({ length: 2 * positions }, (_, i) =>
    i % 2 === 0 ? (i % 3) * 4_000 : i / 20,
  )
  const writer = new TileWriter({ name: 'areas', extent: 4_096, attributes: [{}, {}] })
  writer.begin()
  const ring = geometryOf({ coords, ringEnds: Uint32Array.of(positions) })
  writer.add(0, ring, 0, ring.length)
  writer.add(1, TRIANGLE, 0, TRIANGLE.length)
  const layer = layerOf(writer.end())
  assert.equal(layer.feature(0).loadGeometry()[0].length, positions + 1)
  assert.equal(layer.feature(1).loadGeometry()[0].length, 4)
})

test('a tile without features is none', () => {
  const writer = new TileWriter({ name: 'areas', extent: 4_096, attributes: [{}] })
  writer.begin()
  assert.equal(writer.end(), null)
})

const geometryOf = (
  { coords, ringEnds }: Pick<Rings, 'coords' | 'ringEnds'>,
  origin: readonly [x: number, y: number] = [0, 0],
): Uint8Array => {
  const content = new ProtobufWriter()
  const encoder = new GeometryEncoder(content)
  encoder.begin(origin, 1)
  encoder.add(coords, ringEnds, 0, ringEnds.length)
  return content.finish()
}

const TRIANGLE = geometryOf({ coords: Int32Array.of(0, 0, 10, 0, 0, 10), ringEnds: Uint32Array.of(3) })

const layerOf = (tile: Uint8Array | null): VectorTileLayer =>
  new VectorTile(new PbfReader(tile!)).layers.areas

/** Each ring against its direction, from its last position back to this one. */
const closedClockwise = (rings: Rings): readonly (readonly (readonly number[])[])[] =>
  Array.from(rings.ringEnds, (_, ring) => {
    const coords = ringPart(rings, ring)
    const positions = Array.from({ length: coords.length / 2 }, (__, i) => [coords[2 * i], coords[2 * i + 1]])
    const backwards = positions.toReversed()
    return [...backwards, backwards[0]]
  })
