/** The files on the atlas's gaps agree with the committed atlas, and the gaps are computed correctly. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import { coverageOf } from '../../scripts/atlas/missing-codes.ts'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import { coverageState } from '../../src/domain/catalog/subdivision-coverage.ts'
import { readAtlasCoverage, readResearchedCoverage } from '../../src/sources/atlas/atlas-coverage.ts'
import { openBundledAtlas, unpackedAtlas } from '../../src/sources/atlas/bundled-atlas.ts'
import { loadKindTables } from '../../src/sources/kinds/kind-tables.ts'
import { boundary } from '../support/boundary-entries.ts'

const ATLAS = join(import.meta.dirname, '../../data/atlas')
const { countries, subdivisions } = readAtlasCoverage(ATLAS)
const { reforms, other_codes, elsewhere, not_aliases, misdrawn } = readResearchedCoverage(ATLAS)
const kinds = loadKindTables(join(ATLAS, '../kinds'))

const { source: atlas, close } = await openBundledAtlas(ATLAS, ATLAS)
after(close)
const file = new DatabaseSync(await unpackedAtlas(ATLAS, ATLAS), { readOnly: true })
after(() => file.close())
const ids = file.prepare('select id from boundary').all() as { id: BoundaryId }[]
const records = await atlas.records(ids.map(({ id }) => id))
const isInAtlas = async (code: string): Promise<boolean> => (await atlas.find({ by: 'iso', code })).length > 0

test('every country of the atlas is in coverage.json, once, and nothing else', () => {
  const inAtlas = records.filter(({ kind }) => kind === 'country').map(({ country }) => country)
  assert.deepEqual([...countries.keys()], inAtlas.sort())
})

test('a code listed as missing has no boundary in the atlas, and one listed as elsewhere has', async () => {
  for (const { missing } of countries.values())
    for (const { code } of missing) assert.ok(!(await isInAtlas(code)), code)
  for (const other of Object.values(elsewhere)) assert.ok(await isInAtlas(other), other)
})

test('a code listed as elsewhere finds the unit, unless the file says why not', async () => {
  for (const [code, other] of Object.entries(elsewhere)) {
    const [found] = await atlas.find({ by: 'iso', code })
    assert.equal(found?.iso, code in not_aliases ? undefined : other, code)
  }
  for (const code of Object.keys(not_aliases)) assert.ok(code in elsewhere, code)
})

test('an old code finds the unit that alone replaced it, and a code of merged units finds nothing', async () => {
  const FOUND = {
    'FR-J': 'FR-IDF',
    'FR-H': 'FR-20R',
    'FR-COR': 'FR-20R',
    'FR-R': 'FR-PDL',
    'IN-UL': 'IN-UK',
    'IN-UT': 'IN-UK',
    'CN-54': 'CN-XZ',
  }
  for (const [old, now] of Object.entries(FOUND))
    assert.equal((await atlas.find({ by: 'iso', code: old }))[0]?.iso, now, old)
  for (const old of ['FR-A', 'FR-P', 'TW-KHQ', 'PK-TA']) assert.ok(!(await isInAtlas(old)), old)
})

test('a unit listed as misdrawn has the area that the file says', async () => {
  for (const [code, { atlas_km2, sources }] of Object.entries(misdrawn)) {
    const [{ areaKm2 }] = await atlas.find({ by: 'iso', code })
    assert.equal(Math.round(areaKm2), atlas_km2, code)
    checkSources(code, sources)
  }
})

test('the units of each country are counted as in the atlas', () => {
  const isListed = (
    { adminLevel }: { readonly adminLevel: number | null },
    country: string | null,
  ): boolean => adminLevel === null || !kinds.country(country ?? '')?.withoutGovernment.includes(adminLevel)
  const direct = records.filter(
    (record) =>
      record.kind !== 'country' &&
      isListed(record, record.country) &&
      record.parents.findLast((parent) => parent.kind === 'country' || isListed(parent, record.country))
        ?.kind === 'country',
  )
  const counts = Map.groupBy(direct, ({ country }) => country)
  for (const [country, { units }] of countries) assert.equal(counts.get(country)?.length ?? 0, units, country)
})

test('a territory in a country is not a unit of itself: Hong Kong and Réunion have none', () => {
  for (const code of ['HK', 'RE']) assert.equal(coverageState(countries.get(code)!), 'none', code)
})

test('a country whose codes are all missing has no units, or a reform that explains it', () => {
  for (const [country, coverage] of countries) {
    const { missing, codes: total, units, reform } = coverage
    if (total > 0 && missing.length === total) assert.ok(units === 0 || reform !== null, country)
  }
})

test('every reform belongs to a country or subdivision of the atlas with units', async () => {
  for (const code of Object.keys(reforms)) {
    assert.ok(await isInAtlas(code), code)
    const coverage = countries.get(code)
    if (coverage !== undefined) assert.equal(coverageState(coverage), 'outdated', code)
  }
  assert.deepEqual(
    [...subdivisions.keys()].filter((code) => !code.includes('-')),
    [],
  )
})

test('every reform has a year, two clauses that read in a sentence, and sources', () => {
  for (const [code, { since, shown, now, sources }] of Object.entries(reforms)) {
    assert.ok(Number.isInteger(since) && since >= 1990 && since <= 2026, `${code}: ${since}`)
    for (const clause of [shown, now]) assert.match(clause, /^\S.*[^\s.:]$/, code)
    checkSources(code, sources)
  }
})

test('every pattern of other codes is a regular expression of its country, with sources', () => {
  for (const [country, { codes: pattern, are, sources }] of Object.entries(other_codes)) {
    assert.ok(countries.has(country), country)
    assert.ok(pattern.startsWith(`${country}-`) && !pattern.includes('|'.concat(country)), pattern)
    assert.doesNotThrow(() => new RegExp(pattern), country)
    assert.match(are, /\S/, country)
    checkSources(country, sources)
  }
})

function checkSources(code: string, sources: readonly string[]): void {
  assert.ok(sources.length > 0, code)
  for (const source of sources) assert.equal(new URL(source).protocol, 'https:', `${code}: ${source}`)
}

describe('gaps are computed', () => {
  const land = boundary({ id: 'r1', name: 'Land', kind: 'country', adminLevel: 2, country: 'LI', iso: 'LI' })
  const unit = (id: string, iso: string) =>
    boundary({ id, name: iso, kind: 'region', adminLevel: 4, country: 'LI', iso, parents: [land] })
  const isoCodes = (...inForce: readonly (readonly [code: string, parent: string])[]) => ({
    inForce: new Map(
      inForce.map(([code, parent]) => [code, { code, parent, name: `Name of ${code}` }] as const),
    ),
    englishName: () => null,
    hasSubdivisions: () => true,
    successor: () => null,
    renamedFrom: () => [],
    predecessors: () => [],
    agrees: (code: string, names: readonly string[]) => names.includes(`Name of ${code}`),
    findByName: () => null,
    officialNames: () => [],
  })
  const nothing = { other_codes: {}, elsewhere: {} }
  const NONE_PASSED = () => []

  test('codes in force without a boundary, by iso or alias, are missing', () => {
    const entries = [land, unit('r2', 'LI-01'), { ...unit('r3', 'LI-99'), isoAliases: ['LI-02'] }]
    const inForce = isoCodes(['LI-01', 'LI'], ['LI-02', 'LI'], ['LI-03', 'LI'], ['CH-ZH', 'CH'])
    assert.deepEqual(coverageOf(entries, inForce, nothing, NONE_PASSED), {
      LI: { units: 2, codes: 3, missing: { 'LI-03': 'Name of LI-03' } },
    })
  })

  test('a code that only groups others is replaced by those, as long as one of them has a boundary', () => {
    const inForce = isoCodes(
      ['LI-A', 'LI'],
      ['LI-01', 'LI-A'],
      ['LI-02', 'LI-A'],
      ['LI-B', 'LI'],
      ['LI-03', 'LI-B'],
    )
    assert.deepEqual(coverageOf([land, unit('r2', 'LI-01')], inForce, nothing, NONE_PASSED), {
      LI: { units: 1, codes: 3, missing: { 'LI-02': 'Name of LI-02', 'LI-B': 'Name of LI-B' } },
    })
  })

  test('a level without a government is replaced by the units that it groups', () => {
    const inForce = isoCodes(['LI-A', 'LI'], ['LI-01', 'LI-A'], ['LI-02', 'LI-A'])
    const group = boundary({
      id: 'r4',
      name: 'A',
      kind: 'region',
      adminLevel: 3,
      country: 'LI',
      iso: 'LI-A',
      parents: [land],
    })
    const inGroup = boundary({
      id: 'r2',
      name: '1',
      kind: 'region',
      adminLevel: 4,
      country: 'LI',
      iso: 'LI-01',
      parents: [land, group],
    })
    assert.deepEqual(
      coverageOf([land, group, inGroup], inForce, nothing, () => [3]),
      {
        LI: { units: 1, codes: 2, missing: { 'LI-02': 'Name of LI-02' } },
      },
    )
  })

  test('codes that name no unit of the list are ignored', () => {
    const inForce = isoCodes(['LI-01', 'LI'], ['LI-101', 'LI'], ['LI-102', 'LI'])
    const other = { LI: { codes: 'LI-\\d{3}', are: 'municipalities', sources: [] } }
    assert.deepEqual(
      coverageOf([land, unit('r2', 'LI-01')], inForce, { ...nothing, other_codes: other }, NONE_PASSED),
      {
        LI: { units: 1, codes: 1, missing: {} },
      },
    )
  })

  test('a unit that the atlas has under another code is not missing, but only where the names agree', () => {
    const other = boundary({ id: 'r9', name: 'Name of LI-02', kind: 'country', country: 'CH', iso: 'CH' })
    const inForce = isoCodes(['LI-01', 'LI'], ['LI-02', 'LI'])
    const entries = [land, unit('r2', 'LI-01'), other]
    const { LI } = coverageOf(entries, inForce, { ...nothing, elsewhere: { 'LI-02': 'CH' } }, NONE_PASSED)
    assert.deepEqual(LI, { units: 1, codes: 2, missing: {} })
    assert.throws(
      () => coverageOf(entries, inForce, { ...nothing, elsewhere: { 'LI-02': 'LI' } }, NONE_PASSED),
      /LI-02 and LI do not have the same name/,
    )
  })
})
