/** Tests that the positions read from the bytes of an answer equal those of its JSON, and that nothing else changes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { takePositions } from './positions.ts'

const degrees = (limit: number) =>
  fc
    .tuple(fc.integer({ min: -limit * 1e7, max: limit * 1e7 }), fc.integer({ min: 0, max: 7 }))
    .map(([units, decimals]) => Number((units / 1e7).toFixed(decimals)))
    .filter((value) => !/e/.test(String(value)))
const position = fc
  .tuple(degrees(180), degrees(90), fc.boolean())
  .map(([lon, lat, isLatFirst]) => (isLatFirst ? { lat, lon } : { lon, lat }))
const way = fc.record({
  tags: fc.dictionary(fc.oneof(fc.string(), fc.constant('geometry')), fc.string()),
  geometry: fc.array(position, { minLength: 1, maxLength: 20 }),
})

test('as JSON has them, in any layout and whatever texts are around', () => {
  fc.assert(
    fc.property(fc.array(way), fc.constantFrom(undefined, 2, '\t'), (ways, layout) => {
      const { text, lists } = takePositions(Buffer.from(JSON.stringify(ways, null, layout)))
      assert.deepEqual(
        JSON.parse(text),
        JSON.parse(JSON.stringify(ways.map(({ tags }, index) => ({ tags, geometry: index })))),
      )
      assert.deepEqual(
        lists.map((list) => [...list]),
        ways.map(({ geometry }) =>
          geometry.flatMap(({ lon, lat }) => [lon, lat].map((value) => Math.round(value * 1e7) + 0)),
        ),
      )
    }),
  )
})

test('a list longer than any way', () => {
  const geometry = Array.from({ length: 30_000 }, (_, index) => ({ lat: index / 1000, lon: -index / 1000 }))
  const { lists } = takePositions(Buffer.from(JSON.stringify({ geometry })))
  assert.deepEqual([lists[0].length, lists[0][59_998], lists[0][59_999]], [60_000, -299_990_000, 299_990_000])
})

test('what is no list of plain positions stays where it is', () => {
  for (const value of [
    '[]',
    '[null]',
    '[{"lat":1,"lon":2},null]',
    '[{"lat":1}]',
    '[{"lat":1,"lat":2}]',
    '[{"lat":1,"lon":2,"ele":3}]',
    '[{"lat":1e1,"lon":2}]',
    '[{"lat":1.12345678,"lon":2}]',
    '[{"lat":"1","lon":2}]',
    '[{"lat":91,"lon":2}]',
    '[{"lat":1,"lon":181}]',
    '[{"lat":01,"lon":2}]',
    '[{"lat":1.,"lon":2}]',
    '[{"lat":-,"lon":2}]',
    '[{"lat":1,"lon":2}',
    '[{"lat":1,"lon":2}}',
    '{"lat":1,"lon":2}',
    '"geometry"',
    '7',
    '',
  ]) {
    const text = `{"geometry":${value}`
    assert.deepEqual(takePositions(Buffer.from(text)), { text, lists: [] }, value)
  }
})
