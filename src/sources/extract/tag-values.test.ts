import assert from 'node:assert/strict'
import { test } from 'node:test'
import { displayName, namesByLanguage } from './names-of-tags.ts'
import { adminLevelOf, countryCodeOf, populationOf, subdivisionCodeOf, wikidataOf } from './tag-values.ts'

const POPULATIONS: readonly (readonly [text: string, people: number | null])[] = [
  ['12345', 12_345],
  ['12 345', 12_345],
  ['12\u202f345', 12_345],
  ['12,345', 12_345],
  ['12.345', 12_345],
  ["12'345", 12_345],
  ['1,234,567', 1_234_567],
  ['~5000', 5_000],
  ['ca. 5000', 5_000],
  ['5000 (2011)', 5_000],
  ['5000 inhabitants', 5_000],
  ['5000-6000', 5_000],
  ['1.5 million', 1_500_000],
  ['1,5 Mio', 1_500_000],
  ['1.234 million', 1_234_000],
  ['300k', 300_000],
  ['0', 0],
  ['12.5', 13],
  ['１２３', 123],
  ['', null],
  ['unknown', null],
  ['-5', null],
  ['99999999999999', null],
  ['1e99', null],
]

test('population is parsed in every notation', () => {
  for (const [text, people] of POPULATIONS)
    assert.equal(populationOf({ population: text }), people, `"${text}"`)
  assert.equal(populationOf({}), null)
})

test('levels, codes and Wikidata entities are parsed when well-formed, else unknown', () => {
  assert.deepEqual(
    ['8', ' 8 ', '12', '1', '0', '13', '8;9', '8.5', 'eight', ''].map((admin_level) =>
      adminLevelOf({ admin_level }),
    ),
    [8, 8, 12, 1, null, null, null, null, null, null],
  )
  assert.equal(countryCodeOf({ 'ISO3166-1': 'FR' }), 'FR')
  assert.equal(countryCodeOf({ 'ISO3166-1:alpha2': 'fr', 'ISO3166-1': 'FX' }), 'FR')
  assert.equal(countryCodeOf({ 'ISO3166-1': 'FRA' }), null)
  assert.equal(subdivisionCodeOf({ 'ISO3166-2': 'de-be' }), 'DE-BE')
  assert.equal(subdivisionCodeOf({ 'ISO3166-2': 'Berlin' }), null)
  assert.equal(wikidataOf({ wikidata: 'Q64' }), 'Q64')
  assert.equal(wikidataOf({ wikidata: 'Q64;Q65' }), 'Q64')
  assert.equal(wikidataOf({ wikidata: 'Berlin' }), null)
})

test('names have languages; look-alikes have none', () => {
  const tags = {
    'name:de': 'a',
    'name:sr-Latn': 'b',
    'name:be-tarask': 'c',
    'name:ja_rm': 'd',
    'name:zh-min-nan': 'e',
    'name:left': 'no',
    'name:etymology:wikidata': 'no',
    'name:old': 'no',
    'name:de:source': 'no',
    'name:fr': '  ',
  }
  assert.deepEqual(Object.keys(namesByLanguage(tags)), ['de', 'sr-Latn', 'be-tarask', 'ja_rm', 'zh-min-nan'])
})

test('a postcode area without a name shows its code, another boundary another of its names', () => {
  const postal = { boundary: 'postal_code' }
  assert.equal(displayName({ ...postal, name: 'Centre', postal_code: '1', ref: '2' }), 'Centre')
  assert.equal(displayName({ ...postal, postal_code: '1', ref: '2' }), '1')
  assert.equal(displayName({ ...postal, ref: '2' }), '2')
  assert.equal(displayName(postal), null)
  assert.equal(displayName({ boundary: 'administrative', 'name:fr': 'Ville' }), 'Ville')
  assert.equal(displayName({ boundary: 'administrative', 'ISO3166-2': 'DE-BE' }), 'DE-BE')
  assert.equal(displayName({ boundary: 'administrative', ref: '2' }), null)
})
