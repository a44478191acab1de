/** Contract of recorded imports: which data are too old, and what removing one leaves. Called once per adapter. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { OlderDataError } from '../../src/domain/catalog/older-data.ts'
import type { BoundaryEntry, BoundaryStore, ReplaceScope } from '../../src/domain/catalog/ports.ts'
import { boundary } from '../support/boundary-entries.ts'
import { freshStore, named, type OpenedStore } from './boundary-questions.ts'

const scope = (file: string, state: string | null, more: Partial<ReplaceScope> = {}): ReplaceScope => ({
  origin: 'extract',
  coveredCountries: [],
  import: { file, importedAt: '2026-01-02T03:04:05Z', dataTimestamp: state },
  ...more,
})
const OLD = '2015-01-01T00:00:00Z'
const NEW = '2022-01-01T00:00:00Z'

const land = boundary({
  id: 'r1',
  name: 'Land',
  kind: 'country',
  adminLevel: 2,
  country: 'LI',
  iso: 'LI',
  supersedes: ['iso:LI'],
})
const state = boundary({ id: 'r2', name: 'State', adminLevel: 4, country: 'LI', parents: [land] })
const town = boundary({ id: 'r3', name: 'Town', country: 'LI', parents: [land, state] })
const abroad = boundary({ id: 'r9', name: 'Abroad', country: 'CH' })
const nothing = { added: 0, replaced: 0, unchanged: 0, removed: 0 }

export const recordedImportsContract = (
  name: string,
  skip: false | string,
  open: () => Promise<OpenedStore>,
): void => {
  describe(`recorded imports in a boundary store: ${name}`, { skip }, () => {
    const { replace, idsOf, known, ...fresh } = freshStore(open)
    let store: BoundaryStore
    beforeEach(() => {
      store = fresh.store()
    })
    const listed = async () =>
      (await store.imports()).map(({ file, boundaries, coveredCountries }) => [
        file,
        boundaries,
        ...coveredCountries,
      ])
    const idOf = async (file: string): Promise<number> => {
      const found = (await store.imports()).find((each) => each.file === file)
      assert.ok(found !== undefined, `${file} is listed`)
      return found.id
    }
    const remove = async (file: string) => store.removeImport(await idOf(file))

    test('an import is listed with its file, its times, its boundaries and the countries that it covers', async () => {
      await replace([land, town], scope('li.osm.pbf', NEW, { coveredCountries: ['LI'] }))
      const [{ id, ...rest }] = await store.imports()
      assert.ok(id > 0)
      assert.deepEqual(rest, {
        file: 'li.osm.pbf',
        importedAt: '2026-01-02T03:04:05Z',
        dataTimestamp: NEW,
        boundaries: 2,
        coveredCountries: ['LI'],
      })
    })

    test('a boundary belongs to the last import with it; an import without any is deleted', async () => {
      await replace([land, town], scope('first', NEW))
      await replace([town], scope('second', NEW))
      assert.deepEqual(await listed(), [
        ['first', 1],
        ['second', 1],
      ])
      await replace([land, abroad], scope('third', NEW))
      assert.deepEqual(await listed(), [
        ['second', 1],
        ['third', 2],
      ])
      await replace([], scope('empty', NEW))
      assert.equal((await listed()).length, 2)
    })

    test('older data of the same objects are refused, naming both files, and nothing changes', async () => {
      await replace([town], scope('new.osm.pbf', NEW))
      const version = await store.version()
      const other = boundary({ id: 'r8', name: 'Other' })
      await assert.rejects(replace([other, town], scope('old.osm.pbf', OLD)), (error: unknown) => {
        assert.ok(error instanceof OlderDataError)
        assert.match(
          error.message,
          /^old\.osm\.pbf has map data of 2015-.* Town \(r3\) is from new\.osm\.pbf, map data of 2022-/,
        )
        assert.match(error.message, /--allow-older/)
        return true
      })
      assert.deepEqual([await known('r3', 'r8'), await store.version()], [['r3'], version])
      assert.deepEqual(await listed(), [['new.osm.pbf', 1]])
    })

    test('older data of other objects in a country with newer data are refused', async () => {
      await replace([land], scope('new', NEW, { coveredCountries: ['LI'] }))
      await assert.rejects(replace([town], scope('old', OLD)), OlderDataError)
      assert.equal((await replace([abroad], scope('old', OLD))).added, 1)
    })

    test('older data replace newer ones on request', async () => {
      const before = boundary({ id: 'r3', name: 'Old Town', source: { version: 1 } })
      await replace([boundary({ id: 'r3', name: 'Town', source: { version: 2 } })], scope('new', NEW))
      assert.equal((await replace([before], scope('old', OLD, { allowOlder: true }))).replaced, 1)
      assert.deepEqual(await idsOf(named('old town')), ['r3'])
      assert.deepEqual(await listed(), [['old', 1]])
    })

    test('neighbours in an older file are skipped where the store has newer data', async () => {
      const skipped: string[] = []
      const before = boundary({ id: 'r9', name: 'Abroad before', country: 'CH' })
      await replace([abroad], scope('ch', NEW))
      const summary = await replace(
        [land, before],
        scope('li', OLD, { coveredCountries: ['LI'], about: ['LI'], onOlder: ({ id }) => skipped.push(id) }),
      )
      assert.deepEqual([summary, skipped], [{ ...nothing, added: 1, unchanged: 1 }, ['r9']])
      assert.deepEqual(await idsOf(named('abroad')), ['r9'])
      assert.deepEqual(await listed(), [
        ['ch', 1],
        ['li', 1, 'LI'],
      ])
    })

    test('a boundary that a file names twice is stored once', async () => {
      const twice = Array.from({ length: 3 }, (_, at) => boundary({ id: 'r3', name: `Town ${at}` }))
      await replace(twice, scope('twice', NEW))
      assert.deepEqual(await listed(), [['twice', 1]])
      await remove('twice')
      assert.deepEqual([await listed(), await known('r3')], [[], []])
    })

    test('data of unknown age neither are refused nor cause refusals; versions of objects still count', async () => {
      const version = (number: number, name: string) =>
        boundary({ id: 'r3', name, source: { version: number } })
      await replace([version(5, 'Five')], scope('new', NEW))
      await replace([version(4, 'Four')], scope('unknown', null))
      assert.deepEqual(await idsOf(named('five')), ['r3'])
      await replace([version(6, 'Six')], scope('unknown', null))
      await replace([version(7, 'Seven')], scope('old', OLD))
      assert.deepEqual(await idsOf(named('seven')), ['r3'])
    })

    test('dates in the future, which earlier versions stored, count for nothing', async () => {
      const future = '2100-01-01T00:00:00Z'
      const place = (name: string, timestamp: string | null) =>
        boundary({ id: 'r3', name, country: 'LI', source: { version: null, timestamp } })
      await replace([land, place('Future', future)], scope('future', future, { coveredCountries: ['LI'] }))
      await replace([place('Real', NEW)], scope('real', NEW, { coveredCountries: ['LI'] }))
      assert.deepEqual(await idsOf(named('real')), ['r3'])
      await assert.rejects(replace([state], scope('old', OLD)), OlderDataError, 'nor do they hide real ones')
      await replace([place('Future', future)], scope('future', future, { allowOlder: true }))
      await replace([place('Dateless', OLD)], scope('dateless', null))
      assert.deepEqual(await idsOf(named('dateless')), ['r3'])
    })

    test('a language without a name in the newer version keeps its old name; all others get the newer one', async () => {
      const first = boundary({ id: 'r3', name: 'Town', names: { de: 'Stadt', fr: 'Ville', it: 'Ville' } })
      const second = boundary({ id: 'r3', name: 'Town', names: { en: 'Town', de: 'Städtchen' } })
      await replace([first], scope('first', OLD))
      await replace([second], scope('second', NEW))
      const names = async () => (await store.records([second.record.id]))[0].names
      const merged = { en: 'Town', de: 'Städtchen', fr: 'Ville', it: 'Ville' }
      assert.deepEqual(await names(), merged)
      assert.deepEqual([await idsOf(named('ville')), await idsOf(named('stadt'))], [['r3'], []])
      const version = await store.version()
      assert.deepEqual(await replace([second], scope('second', NEW)), { ...nothing, unchanged: 1 })
      assert.deepEqual([await names(), await store.version()], [merged, version])
    })

    test('removing an import removes its boundaries from every index and uncovers its countries', async () => {
      await replace([land, state, town], scope('li', NEW, { coveredCountries: ['LI'] }))
      await replace([abroad], scope('ch', NEW))
      const version = await store.version()
      const removal = await remove('li')
      assert.deepEqual([removal?.removed.file, removal?.removed.boundaries], ['li', 3])
      assert.deepEqual(removal?.incomplete, [])
      assert.notEqual(await store.version(), version)
      assert.deepEqual(await known('r1', 'r2', 'r3', 'r9'), ['r9'])
      assert.deepEqual(await idsOf(named('town')), [])
      assert.deepEqual(await store.find({ by: 'iso', code: 'LI' }), [])
      assert.deepEqual(await store.children([land.record.id], 8), [])
      assert.deepEqual(
        (await store.candidates([0.5, 0.5])).map(({ id }) => id),
        ['r9'],
      )
      const { superseded, coveredCountries } = await store.overrides()
      assert.deepEqual([...coveredCountries], [])
      assert.deepEqual([...superseded], [['r1', 'iso:LI']], 'its id leads to what it stood for')
      assert.deepEqual(await listed(), [['ch', 1]])
      assert.equal(await store.removeImport(999), null)
    })

    test('a removed import can be imported again as if new', async () => {
      const covering = scope('li', NEW, { coveredCountries: ['LI'] })
      await replace([land, state, town], covering)
      const before = await stateOf(store, [land, state, town])
      await remove('li')
      await replace([land, state, town], covering)
      assert.deepEqual(await stateOf(store, [land, state, town]), before)
    })

    test('boundaries that a later import replaced stay, with the parents that still exist', async () => {
      await replace([land, state, town], scope('li', NEW, { coveredCountries: ['LI'] }))
      await replace([town], scope('town', NEW))
      await remove('li')
      const [left] = await store.records([town.record.id])
      assert.deepEqual(
        left.parents.map(({ id }) => id),
        ['r1'],
        'r1 leads to the atlas; nothing stands for r2',
      )
      assert.deepEqual(await store.children([state.record.id], 8), [])
      assert.equal((await store.children([land.record.id], 8)).length, 1)
    })

    test('a country that loses boundaries is no longer covered, and its file is named', async () => {
      await replace([land, town], scope('li', NEW, { coveredCountries: ['LI'] }))
      await replace([town], scope('town', NEW))
      const removal = await remove('town')
      assert.deepEqual(removal?.incomplete, [{ country: 'LI', file: 'li' }])
      assert.deepEqual([...(await store.overrides()).coveredCountries], [])
      assert.deepEqual(await listed(), [['li', 1]])
    })

    test('a boundary that an import no longer found is unknown, not deleted, once the import is removed', async () => {
      const covering = (file: string) => scope(file, NEW, { coveredCountries: ['LI'] })
      await replace([land, town], covering('first'))
      await replace([land], covering('second'))
      assert.equal(await store.isDeleted(town.record.id), true)
      await replace([land], covering('third'))
      assert.equal(await store.isDeleted(town.record.id), true, 'it stays so when it is imported again')
      await remove('third')
      assert.equal(await store.isDeleted(town.record.id), false)
    })
  })
}

/** Everything that the store returns about the boundaries. */
const stateOf = async (store: BoundaryStore, entries: readonly BoundaryEntry[]) => {
  const { superseded, coveredCountries } = await store.overrides()
  return {
    records: await store.records(entries.map(({ record }) => record.id)),
    hits: await Promise.all(entries.map(({ record }) => store.search(named(record.name.toLowerCase())))),
    children: await store.children([entries[0].record.id], 8),
    superseded: [...superseded],
    covered: [...coveredCountries],
  }
}
