import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import { additionalKinds, type KindInput, resolveKind } from '../../src/domain/boundary/resolve-kind.ts'
import { loadKindTables } from '../../src/sources/kinds/kind-tables.ts'
import { CASES, type Case } from './cases.ts'

const DIRECTORY = join(import.meta.dirname, '../../data/kinds')
const tables = loadKindTables(DIRECTORY)

const toInput = (
  item: Pick<Case, 'country' | 'id' | 'tags' | 'within'> & { level: number | null },
): KindInput => ({
  boundary: 'administrative',
  tags: item.tags ?? {},
  adminLevel: item.level,
  isCountry: item.tags !== undefined && 'ISO3166-1' in item.tags,
  country: item.country,
  id: (item.id ?? 'r1') as BoundaryId,
  containedBy: (item.within ?? []) as BoundaryId[],
})

for (const item of CASES) {
  test(`${item.place} (${item.country}, level ${item.level}) is a ${item.kind}`, () => {
    assert.equal(resolveKind(toInput(item), tables), item.kind)
  })
}

test('every table can be read, names its sources and is found by its country code', () => {
  const codes = readdirSync(DIRECTORY)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => name.replace(/\.yaml$/, ''))
  assert.ok(codes.length > 230)
  for (const code of codes) {
    if (code !== 'default') assert.ok(tables.country(code.toUpperCase()), code)
  }
})

test('a postcode area is a postal_code whatever its other tags', () => {
  const input = {
    ...toInput({ country: 'DE', level: 2, tags: { 'ISO3166-1': 'DE' } }),
    boundary: 'postal_code',
  }
  assert.equal(resolveKind(input, tables), 'postal_code')
})

test('a country without a table, and a boundary of unknown country, follow the default levels', () => {
  const ladder = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((level) =>
    resolveKind(toInput({ country: 'ZZ', level }), tables),
  )
  assert.deepEqual(ladder, [
    'region',
    'state',
    'region',
    'county',
    'municipality',
    'city',
    'borough',
    'neighbourhood',
    'neighbourhood',
    'neighbourhood',
  ])
  const nowhere = { ...toInput({ country: 'DE', level: 6 }), country: null }
  assert.equal(resolveKind(nowhere, tables), 'county')
})

test('a boundary without a level still has a kind', () => {
  assert.equal(resolveKind(toInput({ country: 'DE', level: null }), tables), 'region')
})

test('an invalid country code reads no file', () => {
  assert.equal(tables.country('../DE'), null)
})

test('a city that is a state is a city as well', () => {
  const berlin = toInput({ country: 'DE', level: 4, id: 'r62422' })
  assert.deepEqual(additionalKinds(berlin, tables), ['city'])
  assert.deepEqual(additionalKinds({ ...berlin, id: 'r2145268' as BoundaryId }, tables), [])
})

const MISTAKES: readonly (readonly [string, RegExp])[] = [
  ['levels: { 4: kingdom }', /xx\.yaml, source is empty/],
  ['source: [a]\nlevels: { 4: kingdom }', /xx\.yaml, levels\.4 is "kingdom", not one of country, state/],
  ['source: [a]\nlevels: { 14: state }', /levels\.14 "14" is not an admin_level from 1 to 12\./],
  [
    'source: [a]\nwithout_government: [14]',
    /without_government\.1 "14" is not an admin_level from 1 to 12\./,
  ],
  ['source: [a]\nids: { 62422: city }', /ids\.62422 "62422" is not the id of a relation or way/],
  ['source: [a]\ntags: [{ key: place, kind: city }]', /tags\.1 needs a key and one of is, starts, ends/],
  ['source: [a]\ntags: [{ key: a, is: b, kind: city, levels: [8, 6] }]', /levels goes from 8 down to 6/],
  [
    'source: [a]\ntags: [{ key: a, is: b, kind: city, level: 6 }]',
    /tags\.1 has "level", which is not one of/,
  ],
  ['source: [a]\nlevel: {}', /unknown section "level"; there are source, levels/],
  ['source: [a]\nwithin: [r1]', /within is not a mapping/],
  ['a: [', /xx\.yaml could not be read as YAML\./],
]

for (const [content, complaint] of MISTAKES) {
  test(`a mistake in a table is reported with its place: ${content.replaceAll('\n', '; ')}`, () => {
    const directory = mkdtempSync(join(tmpdir(), 'metes-kinds-'))
    writeFileSync(join(directory, 'default.yaml'), 'source: [a]\n')
    writeFileSync(join(directory, 'xx.yaml'), content)
    assert.throws(() => loadKindTables(directory).country('XX'), complaint)
  })
}
