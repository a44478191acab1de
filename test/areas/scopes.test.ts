/** Where exceptions end, and what is in again: readings that differ are refused, and each rule that gives one up has an example. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRulePlanner } from '../../src/domain/area/rules/planner.ts'
import { SCOPE_RULES } from '../../src/domain/area/rules/scopes.ts'
import { suiteAreaWorld, VOCABULARY } from '../support/area-world.ts'
import { landOf } from './land-of.ts'

const world = suiteAreaWorld()

const areAlike = (text: string, plain: string): void => {
  test(`"${text}" is "${plain}"`, async () => {
    const land = await landOf(world.planner, text)
    assert.ok(land !== null)
    assert.equal(land, await landOf(world.planner, plain))
  })
}

const isRefusedFor = (text: string, phrase: string): void => {
  test(`"${text}" is refused for "${phrase}"`, async () => {
    const planned = await world.planner.plan({ text, country: null, seed: null })
    assert.deepEqual(planned.ok ? 'planned' : planned.unmapped.map((each) => each.text), [phrase])
  })
}

describe('a reading is given up by a rule', () => {
  for (const { example, means } of SCOPE_RULES) areAlike(example, means)
})

describe('behind its exceptions', () => {
  areAlike('France excl. Brittany + Spain excl. Catalonia', 'France excl. Brittany; Spain excl. Catalonia')
  areAlike('Except for Corsica, France', 'France except Corsica')
  areAlike('Germany, but Bavaria only, and France', 'Bavaria and France')
  isRefusedFor('Texas except Houston County, Bavaria', 'Bavaria')
  areAlike('Spain, not Catalonia, nor Portugal', 'Spain except Catalonia; excluding Portugal')
  areAlike('Neither Spain nor Portugal, but Andorra', 'Andorra except Spain; excluding Portugal')
  isRefusedFor('Benelux except Luxembourg and Germany', 'Germany')
  isRefusedFor('Germany without Bavaria, but with Austria', 'with Austria')
  isRefusedFor('Texas, not Harris County, but Louisiana', 'Louisiana')
})

describe('an exception of an exception', () => {
  areAlike('France without Brittany and without Corsica', 'France without Brittany and Corsica')
  isRefusedFor('the EU without the Baltic states, save Estonia', 'Estonia')
})

test('an explanation has the phrases that could be read in another way, and the rules that decide', async () => {
  const text = 'Spain without the Canary Islands, Portugal'
  const { readings = [] } = await world.planner.plan({ text, country: null, seed: null })
  assert.deepEqual(
    readings[0].givenUp.map((each) => each.text),
    ['Portugal'],
  )
  assert.deepEqual(
    readings[0].phrases.map(({ role, text: words }) => `${role} ${words}`),
    ['include Spain', 'exclude the Canary Islands', 'include Portugal'],
  )
})

test('a description with more readings than may be compared is refused', async () => {
  const planner = createRulePlanner({
    catalogFor: () => world.catalog,
    gazetteer: world.gazetteer,
    vocabulary: VOCABULARY,
    yieldToEventLoop: async () => {},
    maxReadings: 1,
  })
  const text = 'the EU without the Baltic states, save Estonia'
  const planned = await planner.plan({ text, country: null, seed: null })
  assert.ok(!planned.ok)
  assert.match(planned.unmapped[0].reason, /too many ways/)
})

test('exceptions of exceptions are read quickly, however many there are', async () => {
  const text = Array.from({ length: 90 }, () => 'Ohio').join(' except ')
  const planned = await world.planner.plan({ text, country: null, seed: null })
  assert.equal(planned.ok, false)
})
