import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../../test/cases.ts'
import { prettyJson } from '../output/pretty-json.ts'
import { terminalText } from './terminal-text.ts'

/** Texts in which every kind of letter stands beside every other. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'a',
        ' ',
        'é',
        'ع',
        'క',
        '👩',
        '\u{1f3f4}',
        '\u200c',
        '\u200d',
        '\ufe0f',
        '\u{e0067}',
        '\u{e007f}',
      ),
      fc.constantFrom(
        '\u202e',
        '\u2066',
        '\u200b',
        '\ufeff',
        '\u00ad',
        '\u001b',
        '\u009b',
        '\u2028',
        '\ud800',
        '\u200f',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 20 },
  )
  .map((pieces) => pieces.join(''))

describe('a text on a terminal', () => {
  const KEPT = ['Łódź', 'می‌خواهم', 'క్‍ష', 'עברית', '👩‍🚀', '❤️', '1️⃣', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '神奈川県', 'e\u0301']
  for (const text of KEPT) test(`keeps ${text}`, () => assert.equal(terminalText(text), text))

  const CHANGED: readonly (readonly [text: string, shown: string])[] = [
    ['\u001b[31mred', ' [31mred'],
    ['two\r\nlines\u2028three', 'two lines three'],
    ['\u009b2J', ' 2J'],
    ['evil\u202etxt.exe\u202c', 'eviltxt.exe'],
    ['pass\u200bword\ufeff\u2060\u00ad', 'password'],
    ['admi\u200dn', 'admin'],
    ['a\u{e0068}\u{e0069}b', 'ab'],
    ['é\ufe0f\ufe0f\ufe0f', 'é\ufe0f'],
    ['\u{1f3f4}\u{e0067}\u{e0068}', '\u{1f3f4}'],
    ['x\ud800y', 'xy'],
    ['\u061cabc\u200e', 'abc'],
  ]
  for (const [text, shown] of CHANGED)
    test(`${JSON.stringify(text)} is shown as ${JSON.stringify(shown)}`, () =>
      assert.equal(terminalText(text), shown))

  test('has no control, no turned direction and no invisible letter, whatever it was, and stays the same when shown again', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const shown = terminalText(text)
        assert.doesNotMatch(
          shown,
          /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u200b\u2060-\u206f\ufeff\u00ad\p{Cs}\p{Noncharacter_Code_Point}]/u,
        )
        assert.doesNotMatch(shown, /(?<!\u{1f3f4}[\u{e0030}-\u{e007a}]*)[\u{e0000}-\u{e007f}]/u)
        assert.equal(terminalText(shown), shown)
      }),
      { seed: 88, numRuns: casesOf('texts on a terminal') },
    )
  })
})

test('pretty JSON on a terminal is the same value, whatever its texts hold, and shows what they hold', () => {
  assert.equal(
    prettyJson({ 'a\u202e': 'b\u200b\u007f\u{e0041}é🏴󠁧󠁢󠁳󠁣󠁴󠁿' }),
    '{ "a\\u202e": "b\\u200b\\u007f\\udb40\\udc41é🏴󠁧󠁢󠁳󠁣󠁴󠁿" }\n',
  )
  fc.assert(
    fc.property(fc.dictionary(hostileText, fc.array(hostileText, { maxLength: 3 })), (value) => {
      const json = prettyJson(value)
      assert.deepEqual(JSON.parse(json), JSON.parse(JSON.stringify(value)))
      for (const line of json.split('\n')) assert.equal(terminalText(line), line)
    }),
    { seed: 88, numRuns: casesOf('JSON on a terminal') },
  )
})
