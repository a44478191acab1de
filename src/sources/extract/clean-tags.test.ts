import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import { cleanTags } from './clean-tags.ts'

const cleaned = (name: string): string => cleanTags({ name }).tags.name

test('clean tags stay unchanged, and nothing is reported', () => {
  const tags = { name: 'Zürich', 'name:fa': 'نمی‌دانم', 'name:hi': 'क्‍ष', 'name:th': 'กรุงเทพ', ref: '1' }
  assert.deepEqual({ ...cleanTags(tags).tags }, tags)
  assert.deepEqual(cleanTags(tags).changes, [])
})

test('control characters are removed, breaks become spaces, direction controls are removed', () => {
  const written: readonly (readonly [string, string])[] = [
    ['To\u0000wn', 'Town'],
    ['Town\u0007\u001b[31m', 'Town[31m'],
    ['Two\r\nlines\tand\u2028more', 'Two lines and more'],
    ['\u202EnwoT\u202C', 'nwoT'],
    ['\u2066Town\u2069', 'Town'],
    ['\uFEFFTown\uFFFF', 'Town'],
    ['\u200Fعمان\u200E', 'عمان'],
    ['عمان\u200E (1)', 'عمان\u200E (1)'],
    [' Town ', 'Town'],
  ]
  for (const [text, expected] of written) assert.equal(cleaned(text), expected, JSON.stringify(text))
})

test('characters that nobody sees are removed', () => {
  for (const hidden of '\u00AD\u061C\u200B\u200C\u200D\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2060\u2061\u2062\u2063\u2064\u2065\u2066\u2067\u2068\u2069\uFEFF\u3164')
    for (const written of [`Bay${hidden}ern`, `${hidden}Bayern`, `Bayern${hidden}${hidden}`])
      assert.equal(cleaned(written), 'Bayern', JSON.stringify(written))
  assert.equal(cleaned('عم\u200Fان'), 'عمان')
  assert.equal(cleaned('سری \u200Cلانکا'), 'سری لانکا')
})

test('joiners, word spaces and direction marks stay where a script needs them', () => {
  for (const name of [
    'سری\u200Cلانکا',
    'අප්\u200Dරිකාව',
    'തായ്\u200Cലാൻഡ്',
    'ಕಿಂಗ್\u200Cಡಮ್',
    'កូរ៉េ\u200Bខាង\u200Bត្បូង',
    'عمان\u200E (1)',
  ])
    assert.equal(cleaned(name), name)
})

test('changes are reported by key, trimming is not', () => {
  const { changes } = cleanTags({
    name: 'To\u0000wn',
    'name:de': `${'ß'.repeat(300)}`,
    'name:fr': ' Ville ',
    ref: 'a\u202Eb',
  })
  assert.deepEqual(changes, [
    'Invisible characters were removed from name, ref.',
    'Cut to 255 characters: name:de.',
  ])
  const label = cleanTags({ name: 'To\u0000wn' }, ' of its label')
  assert.deepEqual(label.changes, ['Invisible characters were removed from name of its label.'])
})

test('an object with thousands of names keeps those without a language and the first others', () => {
  const names = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`name:x${at}`, 'x']))
  const { tags, changes } = cleanTags({ ...names, name: 'Town' })
  assert.equal(Object.keys(tags).length, 2_000)
  assert.equal(tags.name, 'Town')
  assert.deepEqual(changes, ['3,001 of its tags were left out: together they have more than 2,000 values.'])
})

test('several values of one tag count separately', () => {
  const lists = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`alt_name:x${at}`, 'a;'.repeat(100)]),
  )
  const { tags } = cleanTags({ ...lists, name: 'Town' })
  assert.deepEqual([Object.keys(tags).length, tags.name], [1 + 19, 'Town'])
})

test('cleaned tags are short, have no control characters, and do not change when cleaned again', () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom(
        '\u0000',
        '\n',
        '\u0085',
        '\u202E',
        '\u2066',
        '\u200B',
        '\u200F',
        '\u200D',
        'ខ',
        '\uFEFF',
        'ل',
        '😀',
        ' ',
      ),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 600,
  })
  fc.assert(
    fc.property(text, (name) => {
      const once = cleaned(name)
      assert.ok(Array.from(once).length <= 255)
      assert.doesNotMatch(once, /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u)
      assert.equal(cleaned(once), once)
    }),
    { seed: 85, numRuns: casesOf('cleaned tags') },
  )
})
