/** Contract of imports into a boundary store. Called once per adapter. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import type { BoundaryEntry, BoundaryStore } from '../../src/domain/catalog/ports.ts'
import { boundary } from '../support/boundary-entries.ts'
import {
  EXTRACT,
  france,
  freshStore,
  named,
  type OpenedStore,
  paris,
  texas,
  withWords,
} from './boundary-questions.ts'

export const boundaryImportContract = (
  name: string,
  skip: false | string,
  open: () => Promise<OpenedStore>,
): void => {
  describe(`imports into a boundary store: ${name}`, { skip }, () => {
    const { replace, idsOf, known, ...fresh } = freshStore(open)
    let store: BoundaryStore
    beforeEach(() => {
      store = fresh.store()
    })

    test('the same import again changes nothing, not even the version', async () => {
      assert.deepEqual(await replace([paris, texas]), { added: 2, replaced: 0, unchanged: 0, removed: 0 })
      const version = await store.version()
      const later = boundary({
        ...inputOf(paris),
        parents: [texas],
        source: { fetchedAt: '2025-01-01T00:00:00Z' },
      })
      assert.deepEqual(await replace([later, texas]), { added: 0, replaced: 0, unchanged: 2, removed: 0 })
      assert.equal(await store.version(), version)
    })

    test('a newer version replaces the older one in every index, an older one is skipped', async () => {
      await replace([
        texas,
        boundary({ ...inputOf(paris), parents: [texas], source: { version: 7 }, wikidata: 'Q1' }),
      ])
      const version = await store.version()
      const moved = boundary({
        id: paris.record.id,
        name: 'Pariz',
        parents: [france],
        wikidata: 'Q2',
        bbox: [10, 10, 11, 11],
        source: { version: 8 },
      })
      assert.deepEqual(await replace([moved]), { added: 0, replaced: 1, unchanged: 0, removed: 0 })
      assert.notEqual(await store.version(), version)
      assert.deepEqual(await idsOf(named('paris')), [])
      assert.deepEqual(await idsOf(withWords('paris')), [])
      assert.deepEqual(
        await store
          .candidates([-95.5, 33.7])
          .then((found) => found.filter(({ id }) => id === paris.record.id)),
        [],
      )
      assert.deepEqual(await store.find({ by: 'wikidata', entity: 'Q1' }), [])
      assert.deepEqual(await store.children([texas.record.id], 8), [])
      assert.deepEqual(await idsOf(named('pariz')), [paris.record.id])
      assert.equal((await store.candidates([10.5, 10.5])).length, 1)
      const older = boundary({ ...inputOf(paris), source: { version: 7 } })
      assert.deepEqual(await replace([older]), { added: 0, replaced: 0, unchanged: 1, removed: 0 })
      assert.deepEqual(await idsOf(named('pariz')), [paris.record.id])
    })

    test('the same version with another shape replaces it: a border moves without its relation', async () => {
      await replace([paris])
      const [before] = await store.candidates([-95.5, 33.7])
      const moved = { ...paris, geometry: { rings: Uint8Array.of(1, 2, 3), weights: null } }
      assert.equal((await replace([moved])).replaced, 1)
      const [after] = await store.candidates([-95.5, 33.7])
      assert.notEqual(after.revision, before.revision)
    })

    test('an import that fails half-way leaves everything as it was', async () => {
      await replace([texas])
      const version = await store.version()
      const broken = async function* () {
        for (let number = 1; number <= 1_000; number++)
          yield boundary({ id: `r${number}`, name: `Place ${number}` })
        throw new Error('the file is cut off')
      }
      await assert.rejects(store.replace(broken(), EXTRACT), /the file is cut off/)
      assert.deepEqual(await known('r1', 'r999', 'r114690'), ['r114690'])
      assert.deepEqual(await idsOf(withWords('place')), [])
      assert.equal(await store.version(), version)
      assert.equal((await replace([paris])).added, 1, 'and the next import works')
    })

    test('during an import every reader sees the state before it', async () => {
      await replace([texas])
      const seen: (readonly string[])[] = []
      const watched = async function* () {
        for (let number = 1; number <= 1_000; number++) {
          yield boundary({ id: `r${number}`, name: `Place ${number}` })
          if (number % 250 === 0) seen.push(await known('r1', 'r114690'))
        }
      }
      await store.replace(watched(), EXTRACT)
      assert.deepEqual(seen, [['r114690'], ['r114690'], ['r114690'], ['r114690']])
      assert.deepEqual(await known('r1', 'r114690'), ['r1', 'r114690'])
    })

    test('it is unconfirmed what replaces no known boundary and lies in no covered country', async () => {
      assert.equal(await store.hasUnconfirmed(), false)
      await replace([boundary({ id: 'r1', name: 'Texas', country: 'US', supersedes: ['iso:US-TX'] })])
      assert.equal(await store.hasUnconfirmed(), false)
      const vaduz = boundary({ id: 'r2', name: 'Vaduz', country: 'LI' })
      await replace([vaduz])
      assert.equal(await store.hasUnconfirmed(), true)
      await replace([vaduz], { origin: 'extract', coveredCountries: ['LI'] })
      assert.equal(await store.hasUnconfirmed(), false)
      await replace([boundary({ id: 'r3', name: 'Island' })])
      assert.equal(await store.hasUnconfirmed(), true)
    })

    test('boundaries missing in a covered country are removed and known as deleted, until they come back', async () => {
      const place = (id: string, country: string, more = {}) => boundary({ id, name: id, country, ...more })
      const land = place('r1', 'LI', { kind: 'country', adminLevel: 2 })
      await replace([
        land,
        place('r2', 'LI'),
        place('r3', 'LI'),
        place('r4', 'CH'),
        place('r5', 'LI', { origin: 'live' }),
      ])
      const summary = await replace([place('r2', 'LI')], { origin: 'extract', coveredCountries: ['LI'] })
      assert.deepEqual(summary, { added: 0, replaced: 0, unchanged: 1, removed: 1 })
      assert.deepEqual(await known('r1', 'r2', 'r3', 'r4', 'r5'), ['r1', 'r2', 'r4', 'r5'])
      assert.deepEqual((await store.overrides()).coveredCountries, new Set(['LI']))
      assert.equal(await store.isDeleted('r3' as BoundaryId), true)
      assert.equal(await store.isDeleted('r2' as BoundaryId), false)
      assert.deepEqual(await idsOf(named('r3')), [])
      await replace([place('r3', 'LI')])
      assert.equal(await store.isDeleted('r3' as BoundaryId), false)
    })

    test('what is removed is in no index, known as deleted, and no parent any more, until it comes back', async () => {
      const land = boundary({ id: 'r1', name: 'Land', kind: 'country', adminLevel: 2 })
      const state = boundary({ id: 'r2', name: 'State', adminLevel: 4, parents: [land], wikidata: 'Q2' })
      const town = boundary({ id: 'r3', name: 'Town', adminLevel: 8, parents: [land, state] })
      await replace([land, state, town])
      const version = await store.version()
      await store.remove(['r999' as BoundaryId])
      assert.equal(await store.version(), version, 'nothing was there')
      await store.remove(['r2' as BoundaryId])
      assert.notEqual(await store.version(), version)
      assert.deepEqual(await known('r1', 'r2', 'r3'), ['r1', 'r3'])
      assert.equal(await store.isDeleted('r2' as BoundaryId), true)
      assert.deepEqual(await idsOf(named('state')), [])
      assert.deepEqual(await store.find({ by: 'wikidata', entity: 'Q2' }), [])
      assert.deepEqual(await store.children(['r2' as BoundaryId], 8), [])
      const [left] = await store.records(['r3' as BoundaryId])
      assert.deepEqual(
        left.parents.map(({ id }) => id),
        ['r1'],
      )
      assert.deepEqual(
        (await store.children(['r1' as BoundaryId], 8)).map(({ id }) => id),
        ['r3'],
      )
      await replace([state])
      assert.equal(await store.isDeleted('r2' as BoundaryId), false)
    })

    test('the boundaries that a boundary replaces follow it through its versions', async () => {
      const version = (number: number) =>
        boundary({
          ...inputOf(paris),
          name: `Paris ${number}`,
          supersedes: ['iso:US-X'],
          source: { version: number },
        })
      await replace([version(1)])
      await replace([version(2)])
      assert.deepEqual((await store.overrides()).superseded, new Map([['iso:US-X', 'r115345']]))
      const before = await store.version()
      await replace([{ ...texas, supersedes: ['iso:US-X' as BoundaryId] }])
      assert.deepEqual((await store.overrides()).superseded, new Map([['iso:US-X', 'r114690']]))
      assert.notEqual(await store.version(), before)
    })

    test('a boundary that an import names twice is stored once, in its last form', async () => {
      await replace([paris, boundary({ ...inputOf(paris), name: 'Pariz' })])
      assert.deepEqual(await idsOf(named('pariz')), ['r115345'])
      assert.deepEqual(await idsOf(named('paris')), [])
    })
  })
}

/** The fields of an entry's record, to build a changed one. */
const inputOf = ({ record: { parents: _parents, source: _source, ...fields } }: BoundaryEntry) => fields
