import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import { attachment } from './download-name.ts'

const CASES: readonly (readonly [name: string, disposition: string])[] = [
  ['Luxembourg', `attachment; filename="Luxembourg.kml"; filename*=UTF-8''Luxembourg.kml`],
  ['Köln (Stadt)', `attachment; filename="Koln (Stadt).kml"; filename*=UTF-8''K%C3%B6ln%20%28Stadt%29.kml`],
  [
    'Україна',
    `attachment; filename="r60199.kml"; filename*=UTF-8''%D0%A3%D0%BA%D1%80%D0%B0%D1%97%D0%BD%D0%B0.kml`,
  ],
  ["Côte d'Ivoire", `attachment; filename="Cote d'Ivoire.kml"; filename*=UTF-8''C%C3%B4te%20d%27Ivoire.kml`],
  ['../../etc/passwd', `attachment; filename="etc passwd.kml"; filename*=UTF-8''etc%20passwd.kml`],
  [
    'a"; filename=b.exe\r\nX: y',
    `attachment; filename="a ; filename=b.exe X y.kml"; filename*=UTF-8''a%20%3B%20filename%3Db.exe%20X%20y.kml`,
  ],
  ['\u202egnp.exe', `attachment; filename="gnp.exe.kml"; filename*=UTF-8''gnp.exe.kml`],
  ['Aux', `attachment; filename="Aux_.kml"; filename*=UTF-8''Aux_.kml`],
  ['Cön', `attachment; filename="Con_.kml"; filename*=UTF-8''C%C3%B6n.kml`],
  ['lpt1.old', `attachment; filename="lpt1_.old.kml"; filename*=UTF-8''lpt1_.old.kml`],
  ['Contern', `attachment; filename="Contern.kml"; filename*=UTF-8''Contern.kml`],
  ['iso:LU', `attachment; filename="iso LU.kml"; filename*=UTF-8''iso%20LU.kml`],
  ['...', `attachment; filename="r60199.kml"; filename*=UTF-8''r60199.kml`],
]

for (const [name, disposition] of CASES) {
  test(`${JSON.stringify(name)} is saved under a valid file name`, () => {
    assert.equal(attachment(name, 'r60199', 'kml'), disposition)
  })
}

test('any name is one that Windows accepts', () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc.stringMatching(/^(?:con|PRN|aux|Nul|com1|lpt²)[. :]{0,2}\w?$/),
  )
  fc.assert(
    fc.property(name, (text) => {
      const header = attachment(text, 'r1', 'geojson')
      const names = [/filename="(.*?)"/.exec(header)![1], decodeURIComponent(header.split("''")[1])]
      for (const each of names) {
        assert.doesNotMatch(each, /[<>:"/\\|?*\p{Cc}]|[. ]$/u)
        assert.doesNotMatch(each, /^(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³])(?:\.|$)/i)
      }
    }),
    { seed: 9, numRuns: casesOf('names of files') },
  )
})

test('any name gives one header of printable ASCII with both parameters quoted correctly', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
      const header = attachment(name, 'r1', 'geojson')
      assert.match(
        header,
        /^attachment; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]+\.geojson"; filename\*=UTF-8''([\w!#$&+.^`|~-]|%[0-9A-F]{2})+\.geojson$/,
      )
      assert.ok(header.length < 1200)
    }),
    { seed: 9, numRuns: casesOf('names of files') },
  )
})
