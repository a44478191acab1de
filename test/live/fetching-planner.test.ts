/** Places that a description names and the catalog lacks: looked up on the live map, then planned again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Planned, Planner } from '../../src/domain/area/ports.ts'
import { type PhraseFault, unmapped } from '../../src/domain/area/rules/fault.ts'
import { UNKNOWN } from '../../src/domain/area/rules/towns.ts'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import { createFetchingPlanner } from '../../src/domain/live/fetching-planner.ts'
import { LiveMapFailed, type LiveQuestion } from '../../src/domain/live/ports.ts'
import { boundary } from '../support/boundary-entries.ts'

const REQUEST = { text: 'Köln without Porz', country: null, seed: null }
const PLAN: Planned = { ok: true, plan: { parts: [], notes: [] } as never, planner: 'rules' }

const refusal = (fault: PhraseFault, ...texts: readonly string[]): Planned => ({
  ok: false,
  unmapped: texts.map((text) => unmapped(text, fault, [])),
  notes: [],
})

const world = (answers: readonly Planned[], onMap: Readonly<Record<string, readonly string[]>>) => {
  const questions: LiveQuestion[] = []
  const steps: string[] = []
  let plans = 0
  const planner: Planner = { plan: async () => answers[Math.min(plans++, answers.length - 1)] }
  const live = {
    fetchFound: async (question: LiveQuestion) => {
      questions.push(question)
      return (onMap[question.text] ?? []) as readonly BoundaryId[]
    },
  }
  const catalog = {
    records: async (ids: readonly BoundaryId[]) =>
      new Map(ids.map((id) => [id, boundary({ id, name: id, bbox: [7, 51, 8, 52] }).record])),
  }
  const plan = () =>
    createFetchingPlanner(planner, live, () => catalog).plan(REQUEST, { onStep: (step) => steps.push(step) })
  return { plan, questions, steps, plans: () => plans }
}

test('what is planned at once asks nothing', async () => {
  const { plan, questions } = world([PLAN], {})
  assert.equal(await plan(), PLAN)
  assert.deepEqual(questions, [])
})

test('missing places are fetched, told as steps, and planned again; those after the first are looked for near it', async () => {
  const { plan, questions, steps } = world([refusal(UNKNOWN, 'Köln', 'Porz'), PLAN], {
    Köln: ['r62578'],
    Porz: ['r1'],
  })
  assert.equal(await plan(), PLAN)
  assert.deepEqual(
    questions.map(({ text, near }) => [text, near]),
    [
      ['Köln', null],
      ['Porz', [7, 51]],
    ],
  )
  assert.deepEqual(steps, ['Looking up Köln in OpenStreetMap', 'Looking up Porz in OpenStreetMap'])
})

test('what no map could have is refused as before', async () => {
  const { plan, questions } = world([refusal('A distance is not a boundary.', '5 km around Köln')], {})
  assert.equal((await plan()).ok, false)
  assert.deepEqual(questions, [])
})

test('what is missing is told by its field, whatever its sentence says', async () => {
  const same = world([refusal(UNKNOWN.missingHere, 'Köln')], {})
  await same.plan()
  assert.deepEqual(same.questions, [])
  const other = world([refusal({ missingHere: 'It is elsewhere.' }, 'Köln')], {})
  await other.plan()
  assert.equal(other.questions.length, 1)
})

test('a name that the map lacks is asked for once, and the refusal stands', async () => {
  const { plan, questions, plans } = world([refusal(UNKNOWN, 'Narnia')], {})
  assert.equal((await plan()).ok, false)
  assert.deepEqual([questions.length, plans()], [1, 1])
})

test('a description of many unknown names asks for ten at most', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `Place ${index}`)
  const { plan, questions } = world(
    [refusal(UNKNOWN, ...names)],
    Object.fromEntries(names.map((name) => [name, ['r1']])),
  )
  assert.equal((await plan()).ok, false)
  assert.equal(questions.length, 10)
})

test('a failure of the map is not a refusal of the description', async () => {
  const failure = new LiveMapFailed('unavailable', 'down', 5)
  const planner: Planner = { plan: async () => refusal(UNKNOWN, 'Köln') }
  const failing = createFetchingPlanner(planner, { fetchFound: () => Promise.reject(failure) }, () => ({
    records: async () => new Map(),
  }))
  await assert.rejects(failing.plan(REQUEST), failure)
})
