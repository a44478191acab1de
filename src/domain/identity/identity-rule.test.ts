import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BoundaryId } from '../boundary/id.ts'
import { foldedForms } from '../catalog/folded-name-cache.ts'
import { type Claimant, type Holder, judge } from './identity-rule.ts'
import type { LandAgreement } from './land-agreement.ts'

const WELL: LandAgreement = { shareOfClaimed: 0.97, shareOfKnown: 0.96, required: 0.95, staysNear: true }

const claimant = (more: Partial<Claimant> = {}): Claimant => ({
  id: 'r9' as BoundaryId,
  adminLevel: 4,
  container: 'XA',
  foldedNames: ['state'],
  isFetched: true,
  ...more,
})

const holder = (record: Partial<Holder['record']> = {}, by: 'id' | 'iso' | 'land' = 'iso'): Holder => ({
  record: {
    id: 'iso:XA-1' as BoundaryId,
    name: 'State',
    names: { de: 'Staat' },
    kind: 'state',
    adminLevel: 4,
    country: 'XA',
    areaKm2: 50_000,
    origin: 'atlas',
    ...record,
  },
  claims: [{ by, value: 'XA-1' }],
})
const country = (adminLevel: number): Holder =>
  holder({ id: 'r1' as BoundaryId, kind: 'country', adminLevel, areaKm2: 50_000 })

const CASES: readonly (readonly [string, Claimant, Holder, LandAgreement, string])[] = [
  ['all agree', claimant(), holder(), WELL, 'same place'],
  ['a level away from an estimate', claimant({ adminLevel: 5 }), holder(), WELL, 'same place'],
  [
    'a level away with the same id',
    claimant({ id: 'r1' as BoundaryId, adminLevel: 3 }),
    country(2),
    WELL,
    'same place',
  ],
  ['no country around it, as in the sea', claimant({ container: null }), holder(), WELL, 'same place'],
  ['a name in another language', claimant({ foldedNames: ['foo', 'staat'] }), holder(), WELL, 'same place'],
  [
    'a name with a joiner that nobody sees',
    claimant({ foldedNames: foldedForms('ا\u200Cیران') }),
    holder({ name: 'ایران' }),
    WELL,
    'same place',
  ],
  [
    'a name without a joiner that nobody sees',
    claimant({ foldedNames: foldedForms('ایران') }),
    holder({ name: 'ا\u200Cیران' }),
    WELL,
    'same place',
  ],
  [
    'its own number and another name',
    claimant({ id: 'r1' as BoundaryId, adminLevel: 2, foldedNames: ['foo'] }),
    country(2),
    WELL,
    'same place',
  ],
  ['another number in a file', claimant({ adminLevel: 2, isFetched: false }), country(2), WELL, 'same place'],
  ['another number on the map', claimant({ adminLevel: 2 }), country(2), WELL, 'conflict'],
  ['no name in common', claimant({ foldedNames: ['foo'] }), holder(), WELL, 'conflict'],
  ['a city that is its own county', claimant({ adminLevel: 8 }), holder({ areaKm2: 600 }), WELL, 'beside'],
  ['sea far beyond the known', claimant(), holder(), { ...WELL, staysNear: false }, 'conflict'],
  ['land beyond the known', claimant(), holder(), { ...WELL, shareOfClaimed: 0.94 }, 'conflict'],
  ['a piece of the known', claimant(), holder(), { ...WELL, shareOfKnown: 0.94 }, 'conflict'],
  ['two levels away from an estimate', claimant({ adminLevel: 6 }), holder(), WELL, 'conflict'],
  ['a level away from another object', claimant({ adminLevel: 3 }), country(2), WELL, 'conflict'],
  ['two levels away with the same id', claimant({ id: 'r1' as BoundaryId }), country(2), WELL, 'conflict'],
  [
    'the same small land and id at another level',
    claimant({ id: 'r1' as BoundaryId, adminLevel: 8 }),
    holder({ id: 'r1' as BoundaryId, areaKm2: 2 }),
    WELL,
    'conflict',
  ],
  ['a postcode area', claimant({ adminLevel: null }), holder(), WELL, 'conflict'],
  ['another country around it', claimant({ container: 'XB' }), holder(), WELL, 'conflict'],
  ['its place alone in common', claimant(), holder({}, 'land'), WELL, 'conflict'],
]

for (const [says, object, known, agreement, expected] of CASES)
  test(`an object and a known boundary with ${says}: ${expected}`, () => {
    const verdict = judge(object, known, agreement)
    assert.equal(verdict.is, expected)
    if (verdict.is === 'conflict') assert.match(verdict.reason, /\(iso:XA-1\)|\(r1\)/)
  })

test('a share just below the limit never reads like the limit', () => {
  const verdict = judge(claimant(), holder(), { ...WELL, shareOfClaimed: 0.94999, shareOfKnown: 1 })
  assert.ok(verdict.is === 'conflict')
  assert.match(
    verdict.reason,
    /94\.9 % of it lies there, and it covers 100 % of that land; both must be 95 % or more/,
  )
})
