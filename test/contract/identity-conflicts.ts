/** Contract of conflicts of identity in a store: what an object in conflict answers to, and what decisions change. Called once per adapter. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import {
  type BoundaryId,
  type BoundaryReference,
  parseBoundaryReference,
} from '../../src/domain/boundary/id.ts'
import type {
  BoundaryEntry,
  BoundaryStore,
  IdentityConflict,
  ReplaceScope,
} from '../../src/domain/catalog/ports.ts'
import { boundary } from '../support/boundary-entries.ts'
import { freshStore, named, type OpenedStore } from './boundary-questions.ts'

const scope = (file: string, more: Partial<ReplaceScope> = {}): ReplaceScope => ({
  origin: 'extract',
  coveredCountries: [],
  import: { file, importedAt: '2026-01-02T03:04:05Z', dataTimestamp: null },
  ...more,
})
const DECIDED_AT = '2026-02-03T04:05:06Z'

const holder = (id: string, isIn: IdentityConflict['holder']['isIn']): IdentityConflict['holder'] => ({
  id: id as BoundaryId,
  name: 'Land',
  isIn,
})
const conflict = (
  id = 'iso:XA',
  isIn: IdentityConflict['holder']['isIn'] = 'lower source',
): IdentityConflict => ({
  claim: 'iso:XA',
  holder: holder(id, isIn),
  replacesIfKept: true,
  reason: 'Its land does not agree.',
})
const forgery: BoundaryEntry = {
  ...boundary({
    id: 'r7',
    name: 'Forged Land',
    kind: 'country',
    adminLevel: 2,
    country: 'XA',
    iso: 'XA',
    wikidata: 'Q7',
    bbox: [3, 3, 4, 4],
  }),
  conflicts: [conflict()],
}
const honest: BoundaryEntry = { ...forgery, conflicts: [], supersedes: ['iso:XA' as BoundaryId] }
const child = boundary({ id: 'r8', name: 'Child', parents: [honest], country: 'XA' })

export const identityConflictsContract = (
  name: string,
  skip: false | string,
  open: () => Promise<OpenedStore>,
): void => {
  describe(`conflicts of identity in a boundary store: ${name}`, { skip }, () => {
    const { replace, idsOf, ...fresh } = freshStore(open)
    let store: BoundaryStore
    beforeEach(() => {
      store = fresh.store()
    })

    const find = async (id: string): Promise<readonly string[]> =>
      (await store.find(parseBoundaryReference(id) as BoundaryReference)).map((record) => record.id)
    const decide = (decision: 'keep' | 'reject', id = 'r7') =>
      store.decide(id as BoundaryId, decision, DECIDED_AT)

    const assertHidden = async (): Promise<void> => {
      assert.deepEqual([await find('XA'), await find('Q7')], [[], []])
      assert.deepEqual(await idsOf(named('forged land')), [])
      assert.deepEqual(await store.candidates([3.5, 3.5]), [])
      assert.deepEqual(await store.candidatesIn([0, 0, 9, 9]), [])
      assert.deepEqual([...(await store.extents()).keys()], [])
      assert.deepEqual(await store.similarWords('forgad', 1), [])
      const list = { kind: 'country', box: null, properties: {}, after: null, limit: 9 } as const
      assert.deepEqual(await store.list(list), [])
      assert.equal((await store.overrides()).superseded.has('iso:XA' as BoundaryId), false)
    }

    test('an object in conflict is found by its own id only, without the codes that it claims', async () => {
      await replace([forgery])
      await assertHidden()
      const [record] = await store.find({ by: 'relation', number: 7 })
      assert.deepEqual(
        [record.id, record.name, record.iso, record.wikidata],
        ['r7', 'Forged Land', null, null],
      )
      const { rings } = (await store.geometry('r7' as BoundaryId))!
      assert.deepEqual([...rings], [...forgery.geometry.rings])
      const several = await store.geometries(['r7' as BoundaryId])
      assert.deepEqual([...several.get('r7' as BoundaryId)!], [...rings])
    })

    test('its conflict is told once, however often it comes', async () => {
      await replace([forgery])
      await replace([forgery])
      const conflicts = await store.conflicts()
      assert.deepEqual(
        conflicts.map(({ id, claim, holder: { id: of }, reason }) => [id, claim, of, reason]),
        [['r7', 'iso:XA', 'iso:XA', 'Its land does not agree.']],
      )
    })

    test('a known object with the same id answers to it', async () => {
      await replace([{ ...forgery, conflicts: [conflict('r7')] }])
      assert.deepEqual([await find('r7'), await find('XA')], [[], []])
      assert.equal((await store.conflicts()).length, 1)
    })

    test('an earlier version stays when a new one is in conflict', async () => {
      await replace([honest])
      await replace([{ ...forgery, record: { ...forgery.record, name: 'Moved', areaKm2: 1 } }])
      const [record] = await store.find({ by: 'iso', code: 'XA' })
      assert.deepEqual([record.name, record.areaKm2], ['Forged Land', 100])
      assert.equal((await store.conflicts()).length, 1)
    })

    test('a version without a conflict ends it', async () => {
      await replace([forgery])
      await replace([honest])
      assert.deepEqual([await find('XA'), await store.conflicts()], [['r7'], []])
      assert.equal((await store.find({ by: 'relation', number: 7 })).length, 1)
    })

    test('a kept object takes what it claims, and the conflict is no longer told', async () => {
      await replace([forgery], scope('forged'))
      await decide('keep')
      assert.deepEqual([await find('XA'), await find('Q7'), await find('r7')], [['r7'], ['r7'], ['r7']])
      assert.deepEqual(await idsOf(named('forged land')), ['r7'])
      assert.equal((await store.overrides()).superseded.get('iso:XA' as BoundaryId), 'r7')
      assert.deepEqual(await store.conflicts(), [])
      const [{ id, boundaries }] = await store.imports()
      assert.equal(boundaries, 1)
      await store.removeImport(id)
      assert.deepEqual([await find('r7'), await store.imports()], [[], []])
    })

    test('a kept object on other land is listed beside the known one, without the claim', async () => {
      await replace([{ ...forgery, conflicts: [{ ...conflict(), replacesIfKept: false }] }])
      await decide('keep')
      assert.deepEqual([await find('XA'), await find('Q7'), await find('r7')], [[], ['r7'], ['r7']])
      assert.deepEqual(await idsOf(named('forged land')), ['r7'])
      assert.equal((await store.overrides()).superseded.has('iso:XA' as BoundaryId), false)
    })

    test('a rejected object gives back what it has taken', async () => {
      await replace([honest, child], scope('taken', { coveredCountries: ['XA'] }))
      await decide('reject')
      assert.deepEqual([await find('XA'), await find('Q7'), await find('r7')], [[], [], ['r7']])
      assert.deepEqual(await idsOf(named('forged land')), [])
      const { superseded, coveredCountries } = await store.overrides()
      assert.equal(
        superseded.get('r7' as BoundaryId),
        'iso:XA',
        'its children lie in the known boundary again',
      )
      assert.deepEqual([superseded.get('iso:XA' as BoundaryId), [...coveredCountries]], [undefined, []])
      assert.deepEqual(await store.conflicts(), [])
    })

    test('a rejected object that replaced nothing leaves its children', async () => {
      await replace([{ ...honest, supersedes: [] }, child])
      await decide('reject')
      assert.deepEqual((await store.records(['r8' as BoundaryId]))[0].parents, [])
      assert.deepEqual(await store.children(['r7' as BoundaryId], 8), [])
    })

    test('a decision is about what the object claims now', async () => {
      await replace([forgery])
      const claims = ['level 2', 'iso:XA', 'wikidata:Q7']
      assert.deepEqual(await decide('keep'), { decision: 'keep', claims })
      assert.deepEqual(await decide('keep'), { decision: 'keep', claims }, 'and stays so')
      assert.deepEqual(await store.decisions(), new Map([['r7', { decision: 'keep', claims }]]))
      assert.equal(await decide('keep', 'r999'), null)
    })

    test('the version in conflict is the one that is kept', async () => {
      await replace([honest])
      await replace([{ ...forgery, record: { ...forgery.record, name: 'Moved', adminLevel: 3 } }])
      assert.deepEqual((await decide('keep'))?.claims, ['level 3', 'iso:XA', 'wikidata:Q7'])
      const [record] = await store.find({ by: 'iso', code: 'XA' })
      assert.equal(record.name, 'Moved')
    })

    test('a kept object that comes in conflict again is told again', async () => {
      await replace([forgery])
      await decide('keep')
      await replace([{ ...forgery, record: { ...forgery.record, wikidata: 'Q30' } }])
      assert.deepEqual(
        (await store.conflicts()).map(({ id }) => id),
        ['r7'],
      )
      assert.deepEqual([await find('Q30'), await find('Q7')], [[], ['r7']])
    })

    test('a decision about an object of another store is recorded', async () => {
      const decided = { decision: 'reject', claims: ['level 2'] } as const
      await store.recordDecision('r7' as BoundaryId, decided, DECIDED_AT)
      assert.deepEqual(await store.decisions(), new Map([['r7', decided]]))
      await replace([forgery])
      assert.deepEqual(await store.conflicts(), [])
    })

    test('the known boundary with its id displaces an object that stands for it', async () => {
      await replace([honest])
      const known = boundary({
        id: 'r1',
        name: 'Land',
        kind: 'country',
        adminLevel: 2,
        iso: 'XA',
        country: 'XA',
      })
      await replace([{ ...known, supersedes: ['iso:XA' as BoundaryId], displaces: ['r7' as BoundaryId] }])
      assert.deepEqual([await find('XA'), await find('r7')], [['r1'], ['r7']])
      assert.deepEqual(await idsOf(named('forged land')), [])
      assert.deepEqual(
        (await store.conflicts()).map(({ id, holder }) => [id, holder.id]),
        [['r7', 'r1']],
      )
    })

    test('an import of nothing but conflicts can be listed and removed', async () => {
      await replace([forgery], scope('forged'))
      const [{ id, file, boundaries }] = await store.imports()
      assert.deepEqual([file, boundaries], ['forged', 1])
      await store.removeImport(id)
      assert.deepEqual([await store.imports(), await find('r7'), await store.conflicts()], [[], [], []])
    })

    test('an import of a whole country forgets the objects in conflict that it lacks', async () => {
      await replace([forgery], scope('forged'))
      const land = boundary({
        id: 'r1',
        name: 'Land',
        kind: 'country',
        adminLevel: 2,
        country: 'XA',
        iso: 'XA',
      })
      await replace([land], scope('whole', { coveredCountries: ['XA'] }))
      assert.deepEqual([await find('r7'), await store.conflicts()], [[], []])
    })

    test('a removed object takes its conflict with it', async () => {
      await replace([forgery])
      await store.remove(['r7' as BoundaryId])
      assert.deepEqual([await find('r7'), await store.conflicts()], [[], []])
    })

    test('the import that supplied a boundary stays its owner when a later file could not place it', async () => {
      await replace([honest, child], scope('first'))
      const kept = { ...child, record: { ...child.record, source: { ...child.record.source, stale: true } } }
      await replace([honest, { ...kept, isKept: true }], scope('second'))
      assert.deepEqual(
        (await store.imports()).map(({ file, boundaries }) => [file, boundaries]),
        [
          ['first', 1],
          ['second', 1],
        ],
      )
    })
  })
}
