/** Files that are older than earlier imports, files of unknown age, and removed imports. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { BoundaryReference } from '../../src/domain/boundary/id.ts'
import { type Catalog, createCatalog } from '../../src/domain/catalog/catalog.ts'
import { createDisputes } from '../../src/domain/catalog/disputes.ts'
import { OlderDataError } from '../../src/domain/catalog/older-data.ts'
import { boundary, boxCorners, drawMap } from '../support/drawn-map.ts'
import { type ImportWorld, openImportWorld } from '../support/import-world.ts'
import { listedSource } from '../support/listed-source.ts'
import { wordsAlone } from '../support/name-words.ts'

let world: ImportWorld
let catalog: Catalog
beforeEach(async () => {
  world = await openImportWorld()
  catalog = createCatalog({
    sources: [world.store, ATLAS],
    polygonBytes: 1e6,
    disputes: createDisputes(async () => []),
    lexicon: wordsAlone,
  })
})
afterEach(() => world.close())

const ATLAS = listedSource([
  { id: 'r100', name: 'Land', kind: 'country', adminLevel: 2, country: 'XA', iso: 'XA', box: [0, 0, 10, 10] },
  { id: 'iso:XA-W', name: 'West', country: 'XA', iso: 'XA-W', box: [0, 0, 5, 10] },
])

const BOX = { bbox: [-1, -1, 11, 11] } as const
const at = (text: string) => ({ ...BOX, replicationTimestamp: Date.parse(text) / 1000 })
const OLD = at('2015-07-27T21:14:01Z')
const NEW = at('2022-07-24T20:21:51Z')

const ways = [
  { id: 1, corners: boxCorners(0, 0, 10, 10) },
  { id: 2, corners: boxCorners(0, 0, 5, 10) },
  { id: 3, corners: boxCorners(1, 1, 2, 2) },
]
const COUNTRY = boundary(100, 'Land', 2, [1], { 'ISO3166-1': 'XA' })
const STATE = boundary(101, 'West', 4, [2], { 'ISO3166-2': 'XA-W' })
const TOWN = boundary(102, 'Town', 8, [3])
const named = (name: string) => drawMap({ ways, relations: [COUNTRY, STATE, boundary(102, name, 8, [3])] })

const townName = async () => (await world.record('r102'))?.name
const found = async (reference: BoundaryReference) => {
  const answer = await catalog.find(reference)
  return answer.found ? [answer.record.id, answer.record.origin] : answer.deleted ? 'deleted' : null
}

test('an older file is refused with the dates of both, and changes nothing', async () => {
  await world.importMap(named('New'), NEW)
  const version = await world.store.version()
  await assert.rejects(world.importMap(named('Old'), OLD), (error: unknown) => {
    assert.ok(error instanceof OlderDataError)
    assert.match(
      error.message,
      /map\.osm\.pbf has map data of 2015-07-27T21:14:01Z, .* map data of 2022-07-24T20:21:51Z\./,
    )
    return true
  })
  assert.deepEqual([await townName(), await world.store.version()], ['New', version])
  assert.equal((await world.importMap(named('New'), NEW)).stored.unchanged, 3, 'the same file is not older')
})

test("an older file is not refused for a neighbour's village at its edge, which stays as it was", async () => {
  const abroad = { id: 4, corners: boxCorners(20, 20, 21, 21) }
  const neighbour = { id: 5, corners: boxCorners(19, 19, 22, 22) }
  const village = (name: string) => boundary(201, name, 8, [4])
  await world.importMap(
    drawMap({
      ways: [abroad, neighbour],
      relations: [boundary(200, 'Neighbour', 2, [5], { 'ISO3166-1': 'XN' }), village('Village now')],
    }),
    { ...NEW, bbox: [18, 18, 23, 23] },
  )
  const towns = [boundary(102, 'Town', 8, [3]), boundary(103, 'Other', 10, [3])]
  const report = await world.importMap(
    drawMap({ ways: [ways[2], abroad], relations: [...towns, village('Village before')] }),
    { ...OLD, bbox: [0.5, 0.5, 21, 21] },
    [ATLAS],
  )
  assert.deepEqual(
    report.kept.map(({ id }) => id),
    ['r201'],
  )
  assert.equal((await world.record('r201'))?.name, 'Village now')
  assert.equal(await townName(), 'Town')
})

test('an older file is accepted on request, even if its objects have lower versions', async () => {
  const version = (number: number, name: string) =>
    drawMap({ ways, relations: [COUNTRY, STATE, { ...boundary(102, name, 8, [3]), version: number }] })
  await world.importMap(version(7, 'New'), NEW)
  await world.importMap(version(6, 'Old'), OLD, [], true)
  assert.equal(await townName(), 'Old')
  await world.importMap(version(7, 'New'), NEW)
  assert.equal(await townName(), 'New', 'and the newer one again without asking')
})

test('an object without its own time has that of its file', async () => {
  const edited = { ...TOWN, version: 3, timestamp: Date.parse('2014-05-06T07:08:09Z') / 1000 }
  await world.importMap(drawMap({ ways, relations: [COUNTRY, edited] }), NEW)
  assert.equal((await world.record('r100'))?.source.timestamp, '2022-07-24T20:21:51Z')
  assert.equal((await world.record('r102'))?.source.timestamp, '2014-05-06T07:08:09Z')
})

test('a file of unknown age is accepted, except objects with lower versions, which are reported', async () => {
  const version = (number: number, name: string) =>
    drawMap({ ways, relations: [COUNTRY, STATE, { ...boundary(102, name, 8, [3]), version: number }] })
  await world.importMap(version(7, 'New'), NEW)
  const report = await world.importMap(version(6, 'Old'), BOX)
  assert.equal(report.timestamp, null)
  assert.deepEqual(
    report.kept.map(({ id, reason, stale }) => [id, reason, stale]),
    [['r102', 'The catalog has a newer version than the file.', false]],
  )
  assert.equal(await townName(), 'New')
})

const FUTURE = at('2100-01-01T00:00:00Z')

test('a date in the future is no date: the report says so, and the next real file is not refused for it', async () => {
  const report = await world.importMap(named('First'), FUTURE)
  assert.equal(report.timestamp, null)
  assert.equal(
    report.timestampProblem,
    "The file's timestamp, 2100-01-01T00:00:00Z, is in the future and therefore ignored (this machine's clock says 2024-05-06T07:08:09Z), so it is unknown whether it is older than earlier imports.",
  )
  const [{ dataTimestamp }] = await world.store.imports()
  assert.deepEqual([dataTimestamp, (await world.record('r102'))?.source.timestamp], [null, null])
  const next = await world.importMap(named('Second'), NEW)
  assert.deepEqual([next.timestamp, next.timestampProblem], ['2022-07-24T20:21:51Z', null])
  assert.equal(await townName(), 'Second')
  await world.importMap(named('Third'), FUTURE)
  assert.equal(await townName(), 'Third', 'as a file without a date')
})

test('a file is not refused for a clock that is a little late', async () => {
  const ahead = at('2024-05-07T07:08:09Z')
  assert.equal((await world.importMap(named('Ahead'), ahead)).timestamp, '2024-05-07T07:08:09Z')
  assert.equal((await world.importMap(named('Later'), at('2024-05-07T07:08:10Z'))).timestamp, null)
})

test('the time of an edit in the future does not keep the next edit out', async () => {
  const edited = (name: string, time: string) => {
    const town = { ...boundary(102, name, 8, [3]), timestamp: Date.parse(time) / 1000 }
    return drawMap({ ways, relations: [COUNTRY, town] })
  }
  await world.importMap(edited('First', '2100-01-01T00:00:00Z'), BOX)
  assert.equal((await world.record('r102'))?.source.timestamp, null)
  await world.importMap(edited('Second', '2022-01-01T00:00:00Z'), BOX)
  assert.equal(await townName(), 'Second')
})

test('after an import is removed the atlas answers again, also for the ids of the import', async () => {
  await world.importMap(named('Town'), NEW, [ATLAS])
  assert.deepEqual(await found({ by: 'iso', code: 'XA-W' }), ['r101', 'extract'])
  const [{ id }] = await world.store.imports()
  await world.store.removeImport(id)
  assert.deepEqual(await found({ by: 'iso', code: 'XA-W' }), ['iso:XA-W', 'atlas'])
  assert.deepEqual(await found({ by: 'relation', number: 101 }), ['iso:XA-W', 'atlas'])
  assert.deepEqual(await found({ by: 'relation', number: 100 }), ['r100', 'atlas'])
  assert.equal(await found({ by: 'relation', number: 102 }), null)
})

test('a town of another import lies in the atlas’s state after the imported one is removed', async () => {
  await world.importMap(drawMap({ ways, relations: [COUNTRY, STATE] }), NEW, [ATLAS])
  await world.importMap(drawMap({ ways, relations: [TOWN] }), NEW, [ATLAS])
  const [first] = await world.store.imports()
  await world.store.removeImport(first.id)
  const answer = await catalog.find({ by: 'relation', number: 102 })
  assert.ok(answer.found)
  assert.deepEqual(
    answer.record.parents.map(({ id }) => id),
    ['r100', 'iso:XA-W'],
  )
  const state = await catalog.find({ by: 'iso', code: 'XA-W' })
  assert.ok(state.found)
  const { children } = await catalog.children(state.record, 8)
  assert.deepEqual(
    children.map(({ id }) => id),
    ['r102'],
  )
})
