/** What a later import may change, and what it must not. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { boundary, boxCorners, drawMap } from '../support/drawn-map.ts'
import { type ImportWorld, openImportWorld } from '../support/import-world.ts'
import type { RelationSpec } from '../support/pbf-writer.ts'

let world: ImportWorld
beforeEach(async () => {
  world = await openImportWorld()
})
afterEach(() => world.close())

const BOX = { bbox: [-1, -1, 11, 11] } as const
const COUNTRY_WAY = { id: 1, corners: boxCorners(0, 0, 10, 10) }
const COUNTRY = boundary(100, 'Land', 2, [1], { 'ISO3166-1': 'XA' })
const TOWN = boundary(101, 'Town', 8, [2])

const mapWithTown = (corners: readonly (readonly [number, number])[], town: RelationSpec = TOWN) =>
  drawMap({ ways: [COUNTRY_WAY, { id: 2, corners }], relations: [COUNTRY, town] })

const GOOD = mapWithTown(boxCorners(1, 1, 3, 3))
const OPEN = mapWithTown(boxCorners(1, 1, 3, 3).slice(0, 4))

test('a boundary that broke on the map keeps its last good version, marked stale, until it is repaired', async () => {
  await world.importMap(GOOD, BOX)
  const report = await world.importMap(OPEN, BOX)
  assert.deepEqual(report.skipped, [])
  assert.equal(report.kept.length, 1)
  assert.match(report.kept[0].reason, /^Open ring: nothing continues w2 at 1, 1, w2 at 1, 3/)
  assert.deepEqual([report.kept[0].id, report.kept[0].stale], ['r101', true])
  const town = await world.record('r101')
  assert.deepEqual([town?.bbox, town?.source.stale], [[1, 1, 3, 3], true])
  assert.deepEqual(
    town?.parents.map(({ id }) => id),
    ['r100'],
  )

  await world.importMap(mapWithTown(boxCorners(1, 1, 3, 4)), BOX)
  const mended = await world.record('r101')
  assert.deepEqual([mended?.bbox, mended?.source.stale], [[1, 1, 3, 4], false])
})

test('a boundary that is only cut by the next file is not stale', async () => {
  await world.importMap(GOOD, BOX)
  const cut = drawMap({ ways: [COUNTRY_WAY], relations: [COUNTRY, TOWN] })
  const report = await world.importMap(cut, BOX)
  assert.deepEqual(
    report.kept.map(({ id, stale }) => [id, stale]),
    [['r101', false]],
  )
  assert.equal((await world.record('r101'))?.source.stale, false)
})

test('a boundary that is cut and has a newer version is stale', async () => {
  await world.importMap(mapWithTown(boxCorners(1, 1, 3, 3), { ...TOWN, version: 4 }), BOX)
  const cut = drawMap({ ways: [COUNTRY_WAY], relations: [COUNTRY, { ...TOWN, version: 5 }] })
  await world.importMap(cut, BOX)
  const { source } = (await world.record('r101'))!
  assert.deepEqual([source.stale, source.version], [true, 4])
})

test('a large boundary that lost most of its land at once keeps its older version', async () => {
  await world.importMap(GOOD, BOX)
  const { kept } = await world.importMap(mapWithTown(boxCorners(1, 1, 2, 2)), BOX)
  assert.match(kept[0].reason, /^Its area fell from 49\d\d\d to 12\d\d\d km² at once\.$/)
  const town = await world.record('r101')
  assert.deepEqual([town?.bbox, town?.source.stale], [[1, 1, 3, 3], true])
})

test('a small boundary may lose most of its land, a large one some of it', async () => {
  const small = mapWithTown(boxCorners(1, 1, 1.1, 1.1))
  await world.importMap(small, BOX)
  const smaller = await world.importMap(
    mapWithTown(
      [
        [1, 1],
        [1.1, 1],
        [1.1, 1.1],
        [1, 1],
      ].map(([x, y]) => [x, y] as const),
    ),
    BOX,
  )
  assert.deepEqual(smaller.kept, [])
  await world.importMap(mapWithTown(boxCorners(1, 1, 5, 5)), BOX)
  const less = await world.importMap(mapWithTown(boxCorners(1, 1, 4, 4)), BOX)
  assert.deepEqual(less.kept, [])
  assert.deepEqual((await world.record('r101'))?.bbox, [1, 1, 4, 4])
})

test('boundaries missing in a covered country are removed, those of other countries stay', async () => {
  const abroad = { id: 3, corners: boxCorners(20, 20, 22, 22) }
  const foreign = boundary(102, 'Abroad', 8, [3])
  await world.importMap(drawMap({ ways: [abroad], relations: [foreign] }))
  await world.importMap(GOOD, BOX)
  const { stored } = await world.importMap(drawMap({ ways: [COUNTRY_WAY], relations: [COUNTRY] }), BOX)
  assert.equal(stored.removed, 1)
  assert.equal(await world.record('r101'), null)
  assert.ok((await world.record('r102')) !== null)
})

test('an older file does not replace a newer one', async () => {
  const version = (number: number, name: string) =>
    mapWithTown(boxCorners(1, 1, 3, 3), { ...boundary(101, name, 8, [2]), version: number })
  await world.importMap(version(7, 'New name'), BOX)
  await world.importMap(version(6, 'Old name'), BOX)
  assert.equal((await world.record('r101'))?.name, 'New name')
})
