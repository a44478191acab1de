/** The parameters of the embedded map: what developers write, right and wrong. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_IDS, readEmbedAddress } from '../../src/embed/embed-address.ts'

const read = (query: string) => readEmbedAddress(query, ['country', 'state', 'county'])

test('without parameters one boundary of any kind is picked', () => {
  assert.deepEqual(read(''), {
    options: {
      mode: 'pick',
      kind: null,
      level: null,
      within: null,
      ids: { include: [], exclude: [] },
      scheme: null,
    },
  })
})

test('all parameters are read; ids with a minus are cut out', () => {
  const { options } = read(
    '?mode=show&kind=state&level=4&in=iso:DE&ids=iso:DE,%2Bwikidata:Q31,-r62422&scheme=dark',
  ) as { options: object }
  assert.deepEqual(options, {
    mode: 'show',
    kind: 'state',
    level: 4,
    within: 'iso:DE',
    ids: { include: ['iso:DE', 'wikidata:Q31'], exclude: ['r62422'] },
    scheme: 'dark',
  })
})

test('scheme=auto and empty parameters are those of the device and the defaults', () => {
  assert.deepEqual(read('?scheme=auto&mode=&ids=&level='), read(''))
})

const WRONG: readonly (readonly [query: string, fault: RegExp])[] = [
  ['mode=pick-many', /“pick-many” is not a mode \(pick, pick-several, show\)\./],
  ['kind=kanton', /“kanton” is not a kind of boundary: country, state, county\./],
  ['level=1', /“1” is not an admin_level \(2 to 12\)\./],
  ['level=four', /“four” is not an admin_level/],
  ['in=<b>', /“<b>” is not the id of a boundary\./],
  ['ids=iso:DE,"><script>', /is not a list of at most 50 ids/],
  [`ids=${Array.from({ length: MAX_IDS + 1 }, (_, i) => `r${i}`)}`, /“r0,r1,.{0,40}…” is not a list/],
  ['ids=-iso:DE', /Ids with a minus are for mode=show\./],
  ['scheme=sepia', /“sepia” is not a colour scheme \(light, dark, auto\)\./],
  ['server=x', /There is no parameter “server”\. The parameters are mode, kind, level, in, ids, scheme\./],
  [`${'x'.repeat(99)}=1`, /There is no parameter “x{40}…”/],
]
for (const [query, fault] of WRONG)
  test(`?${query.slice(0, 40)} is wrong, and a sentence says why`, () => {
    const result = read(query)
    assert.ok('faults' in result)
    assert.equal(result.faults.length, 1)
    assert.match(result.faults[0], fault)
  })

test('every wrong parameter is told', () => {
  const result = read('mode=x&kind=y&level=z')
  assert.ok('faults' in result)
  assert.equal(result.faults.length, 3)
})
