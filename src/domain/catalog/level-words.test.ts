import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { NAME_WORDS } from '../../../test/support/name-words.ts'
import { bareNames } from './bare-names.ts'
import { foldName } from './fold.ts'
import { levelsIn } from './level-words.ts'

const parted = (text: string): readonly string[] =>
  levelsIn(foldName(text), NAME_WORDS).map(({ level, before, after }) => `${before}|${level.word}|${after}`)

test('a level word is separated from its name in scripts that write both as one', () => {
  assert.ok(parted('จังหวัดเชียงใหม่').includes(`|${foldName('จังหวัด')}|${foldName('เชียงใหม่')}`))
  assert.ok(parted('江苏省').includes('江苏|省|'))
  assert.ok(parted('サン・パウロ州').includes('サン パウロ|州|'))
  assert.ok(parted('경기도').includes('경기|도|'))
})

test('the longest level word of a run is tried first', () => {
  assert.equal(parted('부산광역시')[0], '부산|광역시|')
  assert.equal(parted('广西自治区')[0], '广西|自治区|')
})

test('separating a level word never leaves a name of one letter', () => {
  for (const name of ['제주', '인도', '成都', '广州', '京都']) assert.deepEqual(parted(name), [])
})

test('a name in another script is not split within a word', () => {
  assert.deepEqual(parted('Texasstate'), [])
})

test('a level word in a run fixes the kind: a county is never the state of its name', () => {
  const kinds = bareNames('テキサス郡', NAME_WORDS).flatMap(({ name, level }) =>
    name === 'テキサス' ? [level?.kinds] : [],
  )
  assert.ok(kinds.length > 0)
  assert.ok(kinds.every((each) => each?.includes('county') === true && !each.includes('state')))
})

test('separated words, joined again, give the phrase', () => {
  const runs = fc.string({ unit: fc.constantFrom(...'州省市县郡주도시군구จังหวัดรเ江경a '), maxLength: 12 })
  fc.assert(
    fc.property(runs, (text) => {
      const folded = foldName(text)
      for (const { level, before, after } of levelsIn(folded, NAME_WORDS))
        assert.equal(`${before}${level.word}${after}`.replaceAll(' ', ''), folded.replaceAll(' ', ''))
    }),
    { seed: 1 },
  )
})

test('an article before the level word does not hide it', () => {
  assert.ok(
    bareNames('der bundesstaat texas', NAME_WORDS).some(
      ({ name, level }) => name === 'texas' && level?.word === 'bundesstaat',
    ),
  )
})
