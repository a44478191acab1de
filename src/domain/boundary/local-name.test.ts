import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesWithLocal, officialLanguages } from './local-name.ts'

const complete = (country: string | null, name: string, names: Readonly<Record<string, string>> = {}) =>
  namesWithLocal({ name, names, country })

test('the local name is under the only official language', () => {
  assert.deepEqual(complete('DE', 'Deutschland', { en: 'Germany' }), { en: 'Germany', de: 'Deutschland' })
  assert.deepEqual(complete('JP', 'センター北'), { ja: 'センター北' })
})

test('the script of the name tells languages apart', () => {
  assert.deepEqual(complete('CY', 'Λεμεσός'), { el: 'Λεμεσός' })
  assert.deepEqual(complete('CY', 'Girne'), { tr: 'Girne' })
  assert.deepEqual(complete('HK', '香港'), { 'zh-Hant': '香港' })
  assert.deepEqual(complete('AZ', 'Bakı'), { az: 'Bakı' })
})

test('so do the names in the other languages', () => {
  assert.deepEqual(complete('FI', 'Tampere', { sv: 'Tammerfors' }), { sv: 'Tammerfors', fi: 'Tampere' })
})

test('a name that may be of several languages is claimed for none', () => {
  assert.deepEqual(complete('CH', 'Genève'), {})
  assert.deepEqual(complete('IE', 'Cork'), {})
})

test('a language that few of its speakers write gives way to one that they write', () => {
  assert.deepEqual(complete('LI', 'Triesen'), { de: 'Triesen' })
})

test('a name in another script or in several is left as it is', () => {
  assert.deepEqual(complete('DZ', 'الجزائر Algérie'), {})
  assert.deepEqual(complete('RU', 'Sochi'), {})
})

test('names of the source stay', () => {
  assert.deepEqual(complete('FR', 'Nice', { fr: 'Nice', it: 'Nizza' }), { fr: 'Nice', it: 'Nizza' })
  assert.deepEqual(complete('DE', 'Köln (Rhein)', { de: 'Köln' }), { de: 'Köln' })
  assert.deepEqual(complete(null, 'Bir Tawil'), {})
})

test('every language has a tag that Intl knows the script of', () => {
  for (const country of ['DE', 'RS', 'TW', 'ZW', 'XK'])
    for (const { tag } of officialLanguages(country)) assert.ok(new Intl.Locale(tag).maximize().script)
})
