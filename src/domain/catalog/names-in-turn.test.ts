import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesInTurn } from './names-in-turn.ts'

test('names stand between signs, or in different scripts', () => {
  assert.deepEqual(namesInTurn('België / Belgique/Belgien'), ['belgie', 'belgique', 'belgien'])
  assert.deepEqual(namesInTurn('Suomi – Finland'), ['suomi', 'finland'])
  assert.deepEqual(namesInTurn('Germany (Deutschland)'), ['germany', 'deutschland'])
  assert.deepEqual(namesInTurn('Cocos (Keeling) Islands جزر كوكوس'), ['cocos keeling islands', 'جزر كوكوس'])
  assert.deepEqual(namesInTurn('New Zealand Новая Зеландия'), ['new zealand', 'новая зеландия'])
  assert.deepEqual(namesInTurn('Maroc ⵍⵎⵖⵔⵉⴱ المغرب'), ['maroc', 'ⵍⵎⵖⵔⵉⴱ', 'المغرب'])
})

test('one name is none of several, nor is a list', () => {
  for (const text of ['', '/', 'Vaduz', 'Rheinland-Pfalz', 'New York', '東京 タワー', 'a/b/c/d/e/f'])
    assert.deepEqual(namesInTurn(text), [], text)
})
