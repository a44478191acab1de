import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { explanationBody } from '../../src/domain/area/explanation.ts'
import { suiteAreaWorld } from '../support/area-world.ts'

const world = suiteAreaWorld()

const explain = async (text: string) => {
  const planned = await world.planner.plan({ text, country: null, seed: null })
  const unmapped = planned.ok ? [] : planned.unmapped
  return explanationBody(planned.readings ?? [], { ok: planned.ok, unmapped }, ['en'])
}

describe('an explanation', () => {
  test('has the form of each sentence and the candidates of each phrase, with the chosen one', async () => {
    const [forms, lists] = await explain(
      'The Territory is Ohio, other than Lake County. Payment is due monthly.',
    )
    assert.equal(forms.reading, 'forms')
    assert.equal(forms.outcome, 'chosen')
    assert.deepEqual(
      forms.sentences.map(({ about, form }) => [about, form !== null]),
      [
        ['land', true],
        ['something_else', false],
      ],
    )
    const [ohio, lake] = forms.phrases
    assert.deepEqual([ohio.role, lake.role], ['include', 'exclude'])
    assert.ok(lake.candidates.length > 5)
    assert.deepEqual(
      lake.candidates.filter(({ chosen }) => chosen).map(({ id }) => id),
      ['fips:39085'],
    )
    assert.equal(lists.outcome, 'agrees')
  })

  test('of a refusal says why each reading has no plan', async () => {
    const readings = await explain('Ohio and Springfield')
    assert.ok(readings.length > 0)
    for (const { outcome, refused } of readings) {
      assert.equal(outcome, 'refused')
      assert.ok(refused.some(({ text }) => text === 'Springfield'))
    }
  })

  test('of a plan that breaks a rule has the words that break it', async () => {
    const [reading] = await explain('either Spain or Portugal')
    assert.equal(reading.outcome, 'refused')
    assert.deepEqual(
      reading.refused.map(({ text }) => text),
      ['either Spain'],
    )
  })
})
