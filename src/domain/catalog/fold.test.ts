import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import { foldName } from './fold.ts'

const SAME: readonly [folded: string, written: readonly string[]][] = [
  ['curacao', ['Curaçao', 'CURACAO', 'Curac\u0327ao', ' curaçao ']],
  ['kobenhavn', ['København', 'KØBENHAVN']],
  ['lodz', ['Łódź', 'łódz']],
  ['strasse', ['Straße', 'STRASSE']],
  ['aero', ['Ærø', 'ÆRØ']],
  ['saint jean dangely', ["Saint-Jean-d'Angély", 'saint jean d’angely']],
  ['xian', ["Xi'an", 'Xi’an', 'XIAN', 'Xi´an']],
  ['washington dc', ['Washington, D.C.', 'Washington DC', 'washington d.c']],
  ['st louis', ['St. Louis', 'St Louis']],
  ['tyne and wear', ['Tyne & Wear', 'Tyne and Wear']],
  ['bosna i hercegovina', ['Bosna i Hercegovina', 'Bosna – i – Hercegovina']],
  ['istanbul', ['İstanbul', 'ISTANBUL', 'istanbul']],
  ['diyarbakir', ['Diyarbakır', 'Diyarbakir']],
  ['москва', ['Москва', 'МОСКВА', 'Москва́']],
  ['αθηνα', ['Αθήνα', 'ΑΘΗΝΑ', 'αθηνα']],
  ['الجزاير', ['الجزائر', 'الجَزائِر', 'الجـزائر']],
  ['القاهره', ['القاهرة', 'القاهره']],
  ['ירושלימ', ['ירושלים', 'יְרוּשָׁלַיִם']],
  ['東京都', ['東京都']],
  ['ホギ', ['ホギ', 'ﾎｷﾞ']],
  ['서울', ['서울', '\u1109\u1165\u110b\u116e\u11af']],
  ['दिल्ली', ['दिल्ली']],
  ['กรุงเทพ', ['กรุงเทพ']],
  ['100 mile house', ['100 Mile House', '１００ Mile House']],
  ['', ['', ' ', '–', "'"]],
]

for (const [folded, written] of SAME) {
  for (const name of written)
    test(`"${name}" is compared as "${folded}"`, () => assert.equal(foldName(name), folded))
}

test('marks that are vowels or other syllables keep names apart', () => {
  assert.notEqual(foldName('दिल्ली'), foldName('दल्ली'))
  assert.notEqual(foldName('かき'), foldName('がき'))
})

test('folding a folded name changes nothing, and no text breaks it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (name) => {
      const folded = foldName(name)
      assert.equal(foldName(folded), folded)
      assert.doesNotMatch(folded, /^ | $| {2}/)
    }),
    { seed: 7, numRuns: casesOf('names that are folded') },
  )
})
