/**
 * Strangers' relations change no answer about a known boundary: through the live map and through an import, whatever they
 * claim, alone and in pairs that vouch for each other.
 */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import type { BoundaryStore } from '../../src/domain/catalog/ports.ts'
import type { Position } from '../../src/domain/geometry/rings.ts'
import { casesOf } from '../cases.ts'
import { saying, testMap } from '../live/test-map.ts'
import { seededRandom } from '../support/shapes.ts'
import { overpassAnswer } from './deliver.ts'
import { importTo } from './deliver-to.ts'
import { containerOf, type Forgery, forge } from './forgeries.ts'
import {
  type Answers,
  answersTo,
  type KnownWorldOfTest,
  openKnownWorld,
  type Questions,
} from './known-world.ts'
import { delivered, targetsIn } from './targets.ts'

const FORGERIES = casesOf('forged relations')
const FIRST_NUMBER = 9_000_000_001
const PAIRED_EVERY = 5

const OTHERS: Questions = {
  ids: ['r51477', 'JP', 'US-TX', 'wikidata:Q64', 'r62422', 'fips:48201', 'BR', 'r1403916'],
  names: ['Texas', 'Berlin', 'Nihon', 'Lane County', 'Lichtenstien', 'Paris, France', 'Kanton Zürich'],
  points: [
    [13.4, 52.5],
    [-122.4, 37.77],
    [9.52, 47.14],
    [2.35, 48.85],
    [-30, 0.5],
    [25.5, 42.5],
  ],
}

const questionsAbout = (targets: readonly BoundaryRecord[], forgeries: readonly Forgery[]): Questions => ({
  ids: [
    ...new Set([
      ...OTHERS.ids,
      ...targets.flatMap(({ id, iso, wikidata }) => [
        id,
        ...(iso === null ? [] : [`iso:${iso}`]),
        ...(wikidata === null ? [] : [`wikidata:${wikidata}`]),
      ]),
    ]),
  ],
  names: [
    ...new Set([
      ...OTHERS.names,
      ...targets.flatMap(({ name, names }) => [
        name,
        ...[names.en, names.de, names.ru].filter((each) => each !== undefined),
      ]),
    ]),
  ],
  points: [...OTHERS.points, ...targets.map(({ centroid }) => centroid), ...forgeries.map(middle)],
})

const middle = ({ box: [west, south, east, north] }: Forgery): Position => [
  (west + east) / 2,
  (south + north) / 2,
]

const forgeriesOf = (targets: readonly BoundaryRecord[], seed: number): readonly (readonly Forgery[])[] => {
  const random = seededRandom(seed)
  return Array.from({ length: FORGERIES }, (_, index) => {
    const forgery = forge(random, FIRST_NUMBER + 2 * index, targets)
    return index % PAIRED_EVERY === 0
      ? [containerOf(forgery, FIRST_NUMBER + 2 * index + 1), forgery]
      : [forgery]
  })
}

/** Objects without a conflict are listed beside the known ones; those in conflict are nowhere. */
const listedBeside = async (
  { fetched, imports }: KnownWorldOfTest,
  forgeries: readonly Forgery[],
): Promise<ReadonlySet<string>> => {
  const conflicts = new Set(
    [...(await fetched.conflicts()), ...(await imports.conflicts())].map(({ id }) => id as string),
  )
  const own = forgeries.filter(({ number }) => number >= FIRST_NUMBER)
  return new Set(own.map(({ number }) => `r${number}`).filter((id) => !conflicts.has(id)))
}

const assertSame = (before: Answers, now: Answers, says: string): void => {
  for (const key of ['byId', 'byName', 'atPoint', 'children'] as const)
    for (const [question, answer] of before[key])
      if (key !== 'children' || answer.length > 0)
        assert.deepEqual(now[key].get(question), answer, `${key} ${question}: ${says}`)
}

describe('forged relations', () => {
  let world: KnownWorldOfTest
  let targets: readonly BoundaryRecord[]
  before(async () => {
    world = await openKnownWorld()
    targets = await targetsIn(world)
  })
  after(() => world.close())

  test('that are fetched change no answer about known boundaries', async (t) => {
    const groups = forgeriesOf(targets, 29)
    const all = groups.flat()
    const questions = questionsAbout(targets, all)
    const unchanged = await answersTo(world.catalog, questions)
    let answer = ''
    const live = testMap({
      overpass: saying(() => answer),
      store: world.fetched,
      sources: world.sources,
      land: world.land,
    })
    for (const group of groups) {
      for (const forgery of group) {
        answer = overpassAnswer([delivered(forgery)])
        await live.fetch({ by: 'relation', number: forgery.number })
      }
      const [{ target }] = group
      const about = questionsAbout([target], group)
      const listed = await listedBeside(world, all)
      const now = await answersTo(world.catalog, about, listed)
      const then = {
        byId: only(unchanged.byId, about.ids),
        byName: only(unchanged.byName, about.names),
        atPoint: only(unchanged.atPoint, about.points.map(String)),
        children: only(unchanged.children, about.ids),
      }
      assertSame(then, now, group.map(({ says }) => says).join('; '))
    }
    assertSame(
      unchanged,
      await answersTo(world.catalog, questions, await listedBeside(world, all)),
      'all together',
    )
    await assertOwnIds(world, all)
    t.diagnostic(await outcomesOf(world.fetched, all))
  })

  test('that are imported change no answer about known boundaries', async (t) => {
    const fresh = await openKnownWorld()
    try {
      const all = uniqueNumbers(forgeriesOf(targets, 37).flat())
      const questions = questionsAbout(targets, all)
      const unchanged = await answersTo(fresh.catalog, questions)
      const report = await importTo(fresh, all.map(delivered), [-180, -90, 180, 90])
      assert.deepEqual(report.coveredCountries, [])
      assertSame(
        unchanged,
        await answersTo(fresh.catalog, questions, await listedBeside(fresh, all)),
        'imported',
      )
      await assertOwnIds(fresh, all)
      t.diagnostic(await outcomesOf(fresh.imports, all))
    } finally {
      await fresh.close()
    }
  })
})

const only = <T>(answers: ReadonlyMap<string, T>, keys: readonly string[]): ReadonlyMap<string, T> =>
  new Map(keys.flatMap((key) => (answers.has(key) ? [[key, answers.get(key)!] as const] : [])))

const uniqueNumbers = (forgeries: readonly Forgery[]): readonly Forgery[] => [
  ...new Map(forgeries.map((forgery) => [forgery.number, forgery])).values(),
]

/** The number of an object leads to itself and never to another. */
const assertOwnIds = async ({ catalog }: KnownWorldOfTest, forgeries: readonly Forgery[]): Promise<void> => {
  for (const { number, says } of forgeries) {
    const answer = await catalog.find({ by: 'relation', number })
    assert.ok(answer.found, says)
    assert.equal(answer.record.id, `r${number}`, says)
  }
}

/** How many forgeries were refused, and for which claims. */
const outcomesOf = async (store: BoundaryStore, forgeries: readonly Forgery[]): Promise<string> => {
  const conflicts = await store.conflicts()
  const refused = new Set(conflicts.map(({ id }) => id))
  const claims = Map.groupBy(conflicts, ({ claim }) =>
    /^(iso|wikidata):/.test(claim)
      ? claim.split(':')[0]
      : /^r\d+$/.test(claim)
        ? 'id'
        : claim === 'its place'
          ? 'place'
          : 'name',
  )
  const byClaim = [...claims].map(([claim, of]) => `${claim} ${of.length}`).sort()
  return `${forgeries.length} forgeries, ${refused.size} refused (claims: ${byClaim.join(', ')})`
}
