/** `METES_PLANNER=auto`: a model is asked only for what rules refuse, and its failure costs nobody the rules' answer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Planned, type Planner, PlannerFailed } from './ports.ts'
import { createRulesFirstPlanner } from './rules-first.ts'

const REQUEST = { text: 'the old town', country: null, seed: null }
const planned: Planned = { ok: true, plan: { parts: [], notes: [] }, planner: 'rules' }
const refused: Planned = {
  ok: false,
  unmapped: [{ text: 'the old town', reason: 'It has no border.', candidates: [] }],
  notes: [],
}
const answering = (answer: Planned): Planner => ({ plan: async () => answer })
const failing = (error: Error): Planner => ({ plan: () => Promise.reject(error) })

test('what rules understand never reaches the model', async () => {
  const model = failing(new Error('asked'))
  assert.equal(await createRulesFirstPlanner({ rules: answering(planned), model }).plan(REQUEST), planned)
})

test('what rules refuse the model answers, with a plan or a refusal of its own', async () => {
  for (const answer of [{ ...planned, planner: 'llm' } as const, { ...refused, unmapped: [] }])
    assert.equal(
      await createRulesFirstPlanner({ rules: answering(refused), model: answering(answer) }).plan(REQUEST),
      answer,
    )
})

test('when the model fails the refusal of the rules stands, and says so', async () => {
  const model = failing(new PlannerFailed('timeout', 'HTTP 504 from 10.0.0.7'))
  const answer = await createRulesFirstPlanner({ rules: answering(refused), model }).plan(REQUEST)
  assert.ok(!answer.ok)
  assert.deepEqual(answer.unmapped, refused.ok ? null : refused.unmapped)
  assert.match(answer.notes.join(), /the model failed \(timeout\)/)
  assert.doesNotMatch(answer.notes.join(), /10\.0\.0\.7/)
})

test('what is broken here is not taken for a failure of the model', async () => {
  const broken = new Error('database is locked')
  const auto = createRulesFirstPlanner({ rules: answering(refused), model: failing(broken) })
  await assert.rejects(auto.plan(REQUEST), broken)
})
