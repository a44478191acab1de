/** Lists of subdivisions and what contains a point, of a server that fails in every way: each answer is whole, or an honest failure. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import type { BoundaryStore } from '../../src/domain/catalog/ports.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import type { Position } from '../../src/domain/geometry/rings.ts'
import { type LiveMap, LiveMapFailed } from '../../src/domain/live/ports.ts'
import type { Storage } from '../../src/storage/sql/stores.ts'
import { memoryCoordination } from '../doubles/memory-coordination.ts'
import { temporaryStorage } from '../support/databases.ts'
import { seededRandom } from '../support/shapes.ts'
import {
  ALL,
  boxOf,
  insideOf,
  levelOf,
  type ScriptedHierarchy,
  serveScriptedHierarchy,
} from './scripted-hierarchy.ts'
import { QUICK_PACE, testMap, testOverpass } from './test-map.ts'

/** A question to the map, and what the store must have when it is answered. */
interface Question {
  readonly name: string
  readonly ask: () => Promise<void>
  readonly expected: readonly number[]
  readonly stored: () => Promise<readonly BoundaryId[]>
}

const AT_ONCE = 10
const POINTS = 30

describe('a failing map server', () => {
  let storage: Storage
  let store: BoundaryStore
  let upstream: ScriptedHierarchy
  let live: LiveMap
  let questions: readonly Question[]
  before(async () => {
    storage = await temporaryStorage()
    store = await storage.openFetched()
    upstream = await serveScriptedHierarchy({ random: seededRandom(11) })
    const coordination = memoryCoordination()
    live = testMap({
      overpass: testOverpass([upstream.url], { coordination, pace: QUICK_PACE }),
      store,
      coordination,
      // Longer than a busy machine needs: a caller who gives up would be no answer.
      maxWaitMs: 60_000,
    })
    const parents = ALL.filter((id) => levelOf(id) < 8 && String(id) < '5')
    for (const number of parents) await live.fetch({ by: 'relation', number })
    const records = await store.records(parents.map((id) => `r${id}` as BoundaryId))
    questions = shuffled([...records.flatMap(questionsOfParent), ...pointsOutside(), ...points()])
  })
  after(async () => {
    await upstream?.close()
    await storage?.close()
  })

  const random = seededRandom(5)
  const shuffled = <T>(items: readonly T[]): readonly T[] =>
    items
      .map((item) => ({ item, place: random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item)

  const questionsOfParent = (parent: BoundaryRecord): readonly Question[] => {
    const id = Number(parent.id.slice(1))
    const below = parent.adminLevel === 2 ? 4 : 8
    const levels = parent.adminLevel === 2 ? [4, 8, null] : [8, null]
    return levels.map((level) => ({
      name: `children ${id} ${level}`,
      ask: () => live.fetchChildren(parent, level),
      expected: insideOf(id, level ?? below),
      stored: async () => (await store.children([parent.id], level ?? below)).map((child) => child.id),
    }))
  }

  const questionOfPoint = (point: Position): Question => ({
    name: `containing ${point}`,
    ask: () => live.fetchContaining(point),
    expected: ALL.filter((id) => contains(boxOf(id), point)),
    stored: async () => (await store.candidates(point)).map(({ id }) => id),
  })

  const contains = ([west, south, east, north]: readonly number[], [lon, lat]: Position): boolean =>
    west < lon && lon < east && south < lat && lat < north

  /** Each in the middle of a square of its own, off all borders. */
  const points = (): readonly Question[] =>
    Array.from({ length: POINTS }, (_, index) => {
      const [west, south] = boxOf(ALL[Math.floor(random() * ALL.length)])
      return questionOfPoint([
        west + 0.105 + 0.01 * (index % 8),
        south + 0.105 + 0.01 * Math.floor(index / 8),
      ])
    })

  const pointsOutside = (): readonly Question[] =>
    [10.005, 20.005, 30.005].map((lon) => questionOfPoint([lon, 50.005]))

  const outcomes = new Map<string, string>()
  const askAll = async (): Promise<void> => {
    const left = [...questions]
    const worker = async (): Promise<void> => {
      for (let question = left.pop(); question !== undefined; question = left.pop()) {
        const { name, ask, expected, stored } = question
        const outcome = await ask().then(
          () => 'answered',
          (error: unknown) => {
            if (error instanceof LiveMapFailed) return error.fault
            throw error
          },
        )
        outcomes.set(name, outcome)
        if (outcome !== 'answered') assert.match(outcome, /^(?:timeout|unavailable|broken)$/)
        else assert.deepEqual((await stored()).toSorted(), expected.map((id) => `r${id}`).toSorted(), name)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
  }

  /** Whatever is kept is what the map has. */
  const requireTruth = async (): Promise<void> => {
    const records = await store.records(ALL.map((id) => `r${id}` as BoundaryId))
    for (const { id, bbox } of records) {
      const number = Number(id.slice(1))
      assert.deepEqual(bbox, boxOf(number), id)
      assert.equal(decodeRings((await store.geometry(id))!.rings).coords.length, 8, id)
    }
  }

  test('gives only whole lists and honest failures', async () => {
    upstream.faults = 0.6
    await askAll()
    for (const subject of ['children', 'containing'])
      assert.ok([...outcomes].some(([name, outcome]) => name.startsWith(subject) && outcome === 'answered'))
    assert.ok([...outcomes.values()].some((outcome) => outcome !== 'answered'))
    await requireTruth()
  })

  test('when the faults stop, everything is answered, and only what failed is asked for', async () => {
    upstream.faults = 0
    const asked = upstream.asked.length
    await askAll()
    for (const [name, outcome] of outcomes) assert.equal(outcome, 'answered', name)
    await requireTruth()
    const before = upstream.asked.length
    assert.ok(before > asked)
    await askAll()
    assert.equal(upstream.asked.length, before)
  })
})
