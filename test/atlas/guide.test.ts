/** Statements of the guide to the atlas beside its generated figures. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { atlasGuide } from '../../scripts/reference/atlas-guide.ts'
import type { Position } from '../../src/domain/geometry/rings.ts'
import { suiteAreaWorld } from '../support/area-world.ts'

describe('figures', () => {
  test('appear where the text names them, as often as it does', () => {
    assert.equal(
      atlasGuide('{{boundaries}} of {{boundaries}}, {{counties}}', { boundaries: '9', counties: '1' }),
      '9 of 9, 1',
    )
  })

  test('an unknown figure is refused, and so is an unused one', () => {
    assert.throws(() => atlasGuide('{{states}}', {}), /no figure "states"/)
    assert.throws(() => atlasGuide('', { states: '50' }), /leaves out states/)
  })
})

describe('gaps named in the guide', () => {
  const world = suiteAreaWorld()

  const GAPS: readonly (readonly [name: string, at: Position, country: string])[] = [
    ['Somaliland', [44.06, 9.56], 'SO'],
    ['Northern Cyprus', [33.36, 35.3], 'CY'],
    ['Crimea', [34.2, 45.3], 'RU'],
    ['Abyei', [28.4, 9.7], 'SS'],
    ['Baikonur', [63.4, 46], 'KZ'],
    ['Río de la Plata', [-56.6, -35.7], 'AR'],
    ['Río de la Plata', [-56.2, -35.1], 'UY'],
    ['Lagoa dos Patos', [-51.3, -31.1], 'BR'],
    ['the mouths of the Amazon', [-51, -0.9], 'BR'],
    ['Garabogazköl', [53.5, 41.3], 'TM'],
    ['Chad beside Libya', [19.5, 21.8], 'TD'],
  ]

  const guide = readFileSync(new URL('../../docs/guide/atlas.md', import.meta.url), 'utf8')

  for (const [name, at, code] of GAPS)
    test(`${name} is in no unit of ${code}`, async () => {
      assert.ok(guide.includes(name.replace(' beside ', ' and ')))
      const found = (await world.catalog.reverse(at)).filter(({ country }) => country === code)
      assert.deepEqual(
        found.map(({ kind }) => kind),
        ['country'],
      )
    })
})
