/** Permalinks of the map page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { linkOf, readLink, round, type State } from '../../src/explorer/permalink.ts'

const START = readLink('').state

const id = fc.constantFrom(
  'r62422',
  'iso:DE-BE',
  'iso:FR',
  'wikidata:Q64',
  'relation/123',
  'fips:06037',
  'w5',
)
const degrees = (most: number) =>
  fc.double({ min: -most, max: most, noNaN: true }).map((value) => round(value, 4) + 0)
const position = fc.tuple(degrees(180), degrees(90))
const state: fc.Arbitrary<State> = fc.record({
  panel: fc.constantFrom('place', 'basket', 'describe'),
  place: fc.option(id),
  detail: fc.constantFrom('low', 'medium', 'high', 'full'),
  at: fc.option(position),
  include: fc.array(id, { maxLength: 20 }),
  exclude: fc.array(id, { maxLength: 20 }),
  text: fc.string({ maxLength: 300, unit: 'grapheme' }),
  view: fc.option(
    fc.record({
      zoom: fc.double({ min: 0, max: 22, noNaN: true }).map((value) => round(value, 2) + 0),
      center: position,
    }),
  ),
})

test('every state is read back from its permalink', () => {
  fc.assert(
    fc.property(state, (record) => {
      const written = { ...record, view: record.view && { ...record.view } }
      assert.deepEqual(readLink(`#${linkOf(written)}`), { state: written, faults: [] })
    }),
  )
})

test('any text after # gives a state, and a sentence for each field that was not understood', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      const { state: read, faults } = readLink(`#${text}`)
      assert.deepEqual(readLink(linkOf(read)), { state: read, faults: [] })
      assert.ok(faults.length <= text.split('&').length)
    }),
  )
})

test('what is broken is named, the rest is kept', () => {
  const { state: read, faults } = readLink(
    '#place=iso:IS&detail=huge&at=91,0&colour=red&basket=r1,,r2&map=30/1/2',
  )
  assert.deepEqual(read, { ...START, place: 'iso:IS' })
  assert.equal(faults.length, 5)
  for (const [index, part] of ['huge', '91,0', 'colour', 'r1,,r2', '30/1/2'].entries())
    assert.ok(faults[index].includes(part), faults[index])
})

test('a point is written with the latitude first, as people say it', () => {
  assert.equal(linkOf({ ...START, at: [11.575, 48.137] }), 'at=48.137,11.575')
})

test('a permalink names the latitude first everywhere, and rounds the view alone', () => {
  const view = { zoom: 5.126, center: [11.57512, 48.13718] } as const
  assert.equal(linkOf({ ...START, view }), 'map=5.13/48.1372/11.5751')
  const { state: read } = readLink('at=48.13718,11.57512&map=5.13/48.1372/11.5751')
  assert.deepEqual(
    [read.at, read.view?.center],
    [
      [11.57512, 48.13718],
      [11.5751, 48.1372],
    ],
  )
})

test('as much is read as the operations take, and no more', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `r${index + 1}`)
  for (const [allowed, refused] of [
    [`basket=${ids(50)}`, `basket=${ids(51)}`],
    [`text=${'a'.repeat(3_000)}`, `text=${'a'.repeat(3_001)}`],
    [`place=${'r'.repeat(200)}`, `place=${'r'.repeat(201)}`],
    ['at=90,180', 'at=90.1,180'],
    ['at=-90,-180', 'at=-90,-180.1'],
    ['map=22/0/0', 'map=22.1/0/0'],
    ['basket=-r1', 'basket=-'],
  ]) {
    assert.deepEqual(readLink(allowed).faults, [], allowed.slice(0, 20))
    assert.equal(readLink(refused).faults.length, 1, refused.slice(0, 20))
    assert.deepEqual(readLink(refused).state, START)
  }
})

test('a fault says whether the field is unknown or its value is wrong, and quotes no more than forty letters', () => {
  assert.deepEqual(readLink('colour=red&__proto__=1&constructor=2').faults, [
    '“colour” is not a setting of this page.',
    '“__proto__” is not a setting of this page.',
    '“constructor” is not a setting of this page.',
  ])
  assert.deepEqual(readLink(`detail=${'x'.repeat(41)}`).faults, [
    `“${'x'.repeat(40)}…” is not a detail (low, medium, high or full).`,
  ])
})
