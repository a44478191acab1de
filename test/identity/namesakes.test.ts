/**
 * Objects that strangers name like known boundaries, or like what people type, change neither searches nor descriptions of
 * known names: through the live map and in an import, by the real search and the rules as the service opens them.
 */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { PlanPart } from '../../src/domain/area/plan.ts'
import type { Planner } from '../../src/domain/area/ports.ts'
import type { FoundByName } from '../../src/domain/catalog/ranking.ts'
import type { Position } from '../../src/domain/geometry/rings.ts'
import { rulesOver } from '../support/area-world.ts'
import { seededRandom } from '../support/shapes.ts'
import { type DeliveredRelation, ringOfBox } from './deliver.ts'
import { fetchTo, importTo } from './deliver-to.ts'
import { forge } from './forgeries.ts'
import { type KnownWorldOfTest, openKnownWorld } from './known-world.ts'
import { descriptionsFor, objectsNamed, queriesFor } from './namesakes.ts'
import { delivered, targetsIn } from './targets.ts'

const FORGERIES = Number(process.env.METES_TEST_FORGERIES ?? 20)
const FIRST_NUMBER = 9_200_000_001
/** Where some of them lie. */
const NEAR: Position = [25.5, 42.5]

/** An honest town that no source knows, in none of the targets; fetched before the namesakes. */
const TOWN = 'Zwölfhausen'
const HONEST: DeliveredRelation = {
  number: 9_199_999_999,
  tags: { type: 'boundary', boundary: 'administrative', admin_level: '8', name: TOWN },
  label: null,
  rings: [ringOfBox([15.5, 49.4, 15.52, 49.42])],
}

describe('namesakes that strangers draw and have fetched', () => {
  let world: KnownWorldOfTest
  let planner: Planner
  let queries: readonly string[]
  let descriptions: readonly string[]
  /** Answers from before any of them was fetched. */
  const found = new Map<string, readonly Found[]>()
  const planned = new Map<string, string>()

  before(async () => {
    world = await openKnownWorld()
    planner = rulesOver(world.catalog, world.gazetteer)
    const targets = await targetsIn(world)
    queries = queriesFor(targets)
    const known = descriptionsFor(targets)
    // A place that is missing from the known boundaries is looked up among all; the others are not.
    descriptions = [...known, ...known.map((text) => `${text}; ${TOWN}`)]
    await fetchAll(world, [HONEST])
    for (const text of queries) {
      found.set(text, await search(world, text))
      found.set(`${text} near`, await search(world, text, NEAR))
    }
    for (const text of descriptions) planned.set(text, await plan(planner, text))
    const random = seededRandom(3)
    const forgeries = Array.from({ length: FORGERIES }, (_, index) =>
      delivered(forge(random, FIRST_NUMBER + index, targets)),
    )
    const names = [...new Set([...queries, ...known])]
    await fetchAll(world, [
      ...forgeries,
      ...objectsNamed(names, FIRST_NUMBER + 1_000),
      ...objectsNamed(names.toReversed(), FIRST_NUMBER + 2_000),
    ])
  })
  after(() => world.close())

  test('are found by their names, so that there is something to withstand', async () => {
    const beside = await Promise.all(queries.map((text) => search(world, text)))
    const share = beside.filter((answer) => answer.some(isForged)).length / queries.length
    assert.ok(share > 0.6, String(share))
    const plans = [...planned.values()].filter((each) => each.startsWith(PLANNED))
    assert.ok(plans.length > 0.9 * descriptions.length, `${plans.length} of ${descriptions.length}`)
  })

  for (const [where, near] of [
    ['', null],
    [' near a point', NEAR],
  ] as const)
    test(`change no order of known boundaries, and come after every exact one${where}`, async () => {
      for (const text of queries) {
        const then = found.get(near === null ? text : `${text} near`)!.map(shown)
        const now = await search(world, text, near)
        const known = now.filter((each) => !isForged(each)).map(shown)
        assert.deepEqual(known, then.slice(0, known.length), text)
        const exact = then.filter((each) => each.endsWith(' exact'))
        assert.deepEqual(now.slice(0, exact.length).map(shown), exact, text)
      }
    })

  test('change no plan of known names, alone or beside a place that only the map has', async () => {
    for (const text of descriptions) assert.equal(await plan(planner, text), planned.get(text), text)
  })
})

describe('namesakes that strangers draw in the part of the world that an operator imports', () => {
  test('change no plan of known names', async () => {
    const world = await openKnownWorld()
    try {
      const planner = rulesOver(world.catalog, world.gazetteer)
      const targets = await targetsIn(world)
      const descriptions = descriptionsFor(targets)
      const planned = new Map<string, string>()
      for (const text of descriptions) planned.set(text, await plan(planner, text))
      await importTo(world, objectsNamed(descriptions, FIRST_NUMBER))
      assert.equal(await world.catalog.has('imported'), true)
      for (const [text, answer] of planned)
        if (answer.startsWith(PLANNED)) assert.equal(await plan(planner, text), answer, text)
    } finally {
      await world.close()
    }
  })
})

type Found = Pick<FoundByName, 'record' | 'matchedName' | 'match'>

const isForged = ({ record }: Found): boolean => Number(/^r(\d+)$/.exec(record.id)?.[1]) >= FIRST_NUMBER

const shown = ({ record, matchedName, match }: Found): string => `${record.id} ${matchedName} ${match}`

const search = (
  { catalog }: KnownWorldOfTest,
  text: string,
  near: Position | null = null,
): Promise<readonly Found[]> =>
  catalog.search({ text, countries: [], kind: null, adminLevel: null, near, limit: 10 })

const PLANNED = 'planned: '

const plan = async (planner: Planner, text: string): Promise<string> => {
  const answer = await planner.plan({ text, country: null, seed: null })
  return answer.ok
    ? `${PLANNED}${partsOf(answer.plan.parts)} ${answer.plan.notes.join(' ')}`
    : answer.unmapped.map(({ text: words, reason }) => `${words}: ${reason}`).join(' ')
}

const partsOf = (parts: readonly PlanPart[]): string =>
  parts.map(({ text, boundary, except }) => `${text} ${boundary.id} except (${partsOf(except)})`).join(', ')

const fetchAll = async (world: KnownWorldOfTest, relations: readonly DeliveredRelation[]): Promise<void> => {
  for (const relation of relations) await fetchTo(world, relation)
}
