import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { coloursOf } from '../../map-style/colours.ts'
import { Problem } from '../../op/problem/problem.ts'
import { publishedStyle, readStyleOptions } from './style.ts'

const SOURCES = { baseUrl: 'https://metes.example.org', attribution: 'A' }

for (const query of ['', 'scheme=dark', 'language=de', 'scheme=light&language=zh-Hant'])
  test(`the style of ?${query} is valid, and needs nothing but absolute addresses`, () => {
    const style = publishedStyle(readStyleOptions(query), SOURCES)
    assert.deepEqual(validateStyleMin(style as never), [])
    for (const [name, source] of Object.entries(style.sources)) {
      const [address] = 'tiles' in source ? source.tiles! : 'data' in source ? [String(source.data)] : []
      assert.ok(address?.startsWith('https://metes.example.org/tiles/'), name)
      assert.ok('attribution' in source && source.attribution !== '', name)
    }
    assert.equal(style.sprite, undefined)
    assert.equal(style.glyphs, undefined)
  })

test('its colours are those of the scheme, its names those of the language', () => {
  const style = publishedStyle({ scheme: 'dark', language: 'de' }, SOURCES)
  const [sea] = style.layers
  assert.deepEqual(sea.paint, { 'background-color': coloursOf('dark').water })
  const names = style.layers.find(({ id }) => id === 'names')
  assert.ok(names?.type === 'symbol')
  assert.deepEqual(names.layout?.['text-field'], ['coalesce', ['get', 'name:de'], ['get', 'name']])
  assert.match(JSON.stringify(style.sources), /labels\/\{z\}\/\{x\}\/\{y\}\.mvt\?languages=de/)
})

for (const query of ['scheme=blue', 'language=German', 'language=de,fr', 'languages=de', 'scheme='])
  test(`?${query} is refused`, () => {
    assert.throws(
      () => readStyleOptions(query),
      (error) => error instanceof Problem && error.code === 'invalid_input',
    )
  })
