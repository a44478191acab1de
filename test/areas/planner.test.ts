/** Descriptions of areas become the expected plans, or are refused for what cannot be mapped. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readCases } from '../../bench/areas/cases.ts'
import { faultOf } from '../../bench/areas/judge.ts'
import { listParts } from '../../src/domain/area/plan.ts'
import { structureFaults } from '../../src/domain/area/plan-structure.ts'
import type { AreaRequest } from '../../src/domain/area/ports.ts'
import { createRulePlanner } from '../../src/domain/area/rules/planner.ts'
import { type AreaWorld, openAreaWorld, suiteAreaWorld, VOCABULARY } from '../support/area-world.ts'

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))
const SHARED = path('../../../shared/data')
/** Nobody else waits here. */
const yieldToEventLoop = async (): Promise<void> => {}
const SAMPLE = `${SHARED}/areas/sample.json`

const cases = [path('../../bench/areas/cases.json'), ...(existsSync(SAMPLE) ? [SAMPLE] : [])].flatMap(
  readCases,
)

for (const [dataset, group] of Map.groupBy(cases, (each) => each.dataset)) {
  const file = dataset === 'atlas' ? null : `${SHARED}/osm/${dataset}.osm.pbf`
  const skip = file !== null && !existsSync(file) ? `${file} is not there` : false
  describe(`descriptions of areas: ${dataset}`, { skip }, () => {
    let world: AreaWorld
    before(async () => {
      world = await openAreaWorld(file)
    })
    after(() => world.close())
    for (const each of group) {
      test(each.text.replaceAll('\n', ' ⏎ '), async () => {
        const { text, country = null, seed } = each
        const planned = await world.planner.plan({
          text,
          country,
          seed: seed === undefined ? null : [seed.lon, seed.lat],
        })
        assert.equal(await faultOf(each, planned, world.catalog), null)
        assert.deepEqual(
          structureFaults(planned, text, () => true),
          [],
        )
      })
    }
  })
}

describe('the rule-based planner', () => {
  const world = suiteAreaWorld()
  const plan = (request: Partial<AreaRequest> & Pick<AreaRequest, 'text'>) =>
    world.planner.plan({
      country: null,
      seed: null,
      ...request,
    })

  test('every group of the vocabulary is planned if boundaries draw it exactly', async () => {
    for (const { names, undrawable } of VOCABULARY.regions) {
      const planned = await plan({ text: names[0] })
      assert.equal(planned.ok, undrawable === null, names[0])
    }
  })

  test('an exception of an exception is back in', async () => {
    const planned = await plan({ text: 'United Kingdom except Scotland, but including Orkney' })
    assert.ok(planned.ok)
    const [kingdom] = planned.plan.parts
    assert.equal(kingdom.except[0].boundary.name, 'Scotland')
    assert.equal(kingdom.except[0].except[0].boundary.iso, 'GB-ORK')
  })

  test('an exception inside an exception is back in, and one beside it stays out', async () => {
    const nested = await plan({ text: 'France except Brittany except Finistère' })
    assert.ok(nested.ok)
    assert.equal(nested.plan.parts[0].except[0].except[0].boundary.iso, 'FR-29')
    const beside = await plan({ text: 'France except Brittany and Corsica' })
    assert.ok(beside.ok)
    assert.equal(beside.plan.parts[0].except.length, 2)
  })

  test('excluding everything is refused with the phrase that does it', async () => {
    for (const text of ['Spain except Spain', 'Bavaria except Germany']) {
      const planned = await plan({ text })
      assert.ok(!planned.ok)
      assert.match(planned.unmapped[0].reason, /leaves nothing/)
    }
  })

  test('namesakes in several states are not a list of one state', async () => {
    const planned = await plan({ text: 'Franklin County and Madison County' })
    assert.ok(!planned.ok)
    assert.deepEqual(
      planned.unmapped.map(({ text }) => text),
      ['Franklin County', 'Madison County'],
    )
  })

  test('an inflected name is recognised by its ending, a name that merely ends alike is not', async () => {
    const planned = await plan({ text: 'Россия без Чечни' })
    assert.ok(planned.ok)
    assert.equal(planned.plan.parts[0].except[0].boundary.iso, 'RU-CE')
    for (const text of ['Panem', 'the Balkans']) assert.equal((await plan({ text })).ok, false, text)
  })

  test('abbreviations count in capitals only', async () => {
    assert.equal((await plan({ text: 'Oz' })).ok, false)
    assert.ok((await plan({ text: 'TX' })).ok)
  })

  test('other requests run between the phrases of a list, even of a cached one', async () => {
    let turns = 0
    const planner = createRulePlanner({
      catalogFor: () => world.catalog,
      gazetteer: world.gazetteer,
      vocabulary: VOCABULARY,
      yieldToEventLoop: async () => void turns++,
    })
    await planner.plan({ text: 'France, '.repeat(50), country: null, seed: null })
    assert.ok(turns >= 50)
  })

  test('planning stops when its caller disconnects', async () => {
    const planner = createRulePlanner({
      catalogFor: () => world.catalog,
      gazetteer: world.gazetteer,
      vocabulary: VOCABULARY,
      yieldToEventLoop,
    })
    await assert.rejects(
      planner.plan({ text: 'France', country: null, seed: null }, { signal: AbortSignal.abort() }),
      { name: 'AbortError' },
    )
  })

  test('each part says which words it comes from and why', async () => {
    const planned = await plan({ text: 'Texas without Harris County' })
    assert.ok(planned.ok)
    assert.deepEqual(
      listParts(planned.plan).map(({ role, text }) => ({ role, text })),
      [
        { role: 'include', text: 'Texas' },
        { role: 'exclude', text: 'Harris County' },
      ],
    )
    for (const { reason } of listParts(planned.plan)) assert.match(reason, /^(The |").*\.$/)
  })

  test('a part without effect is kept and noted', async () => {
    const planned = await plan({ text: 'Bavaria but not Berlin' })
    assert.ok(planned.ok)
    assert.match(planned.plan.notes.join(), /changes nothing/)
  })

  test('an ambiguous name is refused with candidates, and accepted with its country', async () => {
    const open = await plan({ text: 'Washington County' })
    assert.ok(!open.ok)
    assert.equal(open.unmapped[0].candidates.length, 5)
    assert.ok((await plan({ text: 'Washington County, Oregon' })).ok)
  })

  test('empty, universal and symbol-only texts are refused and break nothing', async () => {
    for (const text of [
      '.',
      '((((',
      ';;,,',
      ' '.repeat(3000),
      'a, '.repeat(1000),
      '(except '.repeat(300),
      '\u202E\u0000x',
      'and and and',
    ]) {
      const planned = await plan({ text })
      assert.equal(planned.ok, false, JSON.stringify(text.slice(0, 20)))
    }
  })
})
