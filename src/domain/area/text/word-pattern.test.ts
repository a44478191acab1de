import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyOf } from './word-pattern.ts'

const matches = (words: readonly string[], text: string, space?: string): string | undefined =>
  new RegExp(anyOf(words, space), 'u').exec(text)?.[0]

test('words are taken literally', () => {
  assert.equal(matches(['z.B'], 'zXB z.B'), 'z.B')
  assert.equal(matches(['a+'], 'aa a+'), 'a+')
  assert.equal(matches([], 'anything'), undefined)
})

test('the longest of several words wins, in whatever order they are listed', () => {
  assert.equal(matches(['city', 'city cent(er|re)'], 'city centre'), 'city centre')
  assert.equal(matches(['in(to)', 'in the'], 'in the'), 'in the')
})

test('brackets are optional letters or alternatives', () => {
  for (const form of ['right', 'rights', 'licence', 'license'])
    assert.equal(matches(['right(s)', 'licen(c|s)e'], `the ${form} to`), form)
  assert.equal(matches(['as (it |they |)is'], 'as is'), 'as is')
  assert.equal(matches(['((each|every)( of) |)member'], 'every of member'), 'every of member')
  assert.equal(matches(['((each|every)( of) |)member'], 'member'), 'member')
  assert.throws(() => anyOf(['right(s']), /not closed/)
})

test('a star at the beginning matches whole words only', () => {
  assert.equal(matches(['*gebiet'], `${'a'.repeat(3000)}gebiet`), `${'a'.repeat(3000)}gebiet`)
  assert.equal(matches(['*gebiet'], 'gebietsweise Gebiete'), 'gebiet')
})

test('a star is any letters, an apostrophe either sign, a space what it is said to be', () => {
  assert.equal(matches(['*gebiet'], 'im Vertriebsgebiet.'), 'Vertriebsgebiet')
  assert.equal(matches(['*gebiet'], 'Gebiet gebiet'), 'gebiet')
  assert.equal(matches(['in this *'], 'in this  in this Agreement'), 'in this Agreement')
  assert.equal(matches(["l'est"], 'l’est'), 'l’est')
  assert.equal(matches(['all of'], 'all\n of'), undefined)
  assert.equal(matches(['all of'], 'all\n of', '\\s+'), 'all\n of')
})
