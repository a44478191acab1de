/** Points of the bundled atlas on remote islands, in territories without a code, and on the high seas. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Position } from '../../src/domain/geometry/rings.ts'
import { DISPUTES, suiteAreaWorld } from '../support/area-world.ts'

/** The codes of what contains each, without mainlands. */
const PLACES: readonly (readonly [name: string, position: Position, codes: readonly string[]])[] = [
  ['Fernando de Noronha', [-32.425, -3.855], ['BR', 'BR-PE']],
  ['Côn Đảo', [106.6, 8.69], ['VN', 'VN-43']],
  ['an islet of Côn Đảo', [106.69, 8.67], ['VN', 'VN-43']],
  ['Trindade', [-29.32, -20.515], ['BR', 'BR-ES']],
  ['Hateruma', [123.79, 24.06], ['JP', 'JP-47']],
  ['Clipperton', [-109.22, 10.3], ['FR']],
  ['Tristan da Cunha', [-12.31, -37.1], ['SH']],
  ['the middle of the Atlantic', [-30, 0], []],
]

describe('a point', () => {
  const world = suiteAreaWorld()

  for (const [name, position, codes] of PLACES)
    test(`on ${name} is in ${codes.join(' and ') || 'nothing'}`, async () => {
      const found = await world.catalog.reverse(position)
      assert.deepEqual(
        found.flatMap(({ iso }) => iso ?? []),
        codes,
      )
    })

  for (const position of [
    [32.98, 34.59],
    [33.74, 35],
  ] as const)
    test(`of Akrotiri and Dhekelia is in the territory at ${position}`, async () => {
      const [base, ...others] = await world.catalog.reverse(position)
      assert.deepEqual(others, [])
      assert.deepEqual(
        [base.id, base.name, base.kind, base.country, base.parents],
        ['wikidata:Q37362', 'Akrotiri and Dhekelia', 'region', 'GB', []],
      )
    })

  test('on an island of the Spratlys that no country is drawn with names the dispute', async () => {
    const ituAba: Position = [114.3654, 10.3768]
    assert.deepEqual(await world.catalog.reverse(ituAba), [])
    const [dispute] = await DISPUTES.at(ituAba)
    assert.deepEqual(dispute.claimants, ['BN', 'CN', 'MY', 'PH', 'TW', 'VN'])
  })

  test('a country has its name in each of its official languages', async () => {
    for (const [code, language, name] of [
      ['DE', 'de', 'Deutschland'],
      ['BE', 'nl', 'België'],
      ['CH', 'de', 'Schweiz'],
      ['LU', 'lb', 'Lëtzebuerg'],
      ['JP', 'ja', '日本'],
      ['DE-BY', 'de', 'Bayern'],
    ] as const) {
      const answer = await world.catalog.find({ by: 'iso', code })
      assert.ok(answer.found)
      assert.equal(answer.record.names[language], name)
    }
  })
})
