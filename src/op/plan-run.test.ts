import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpContext } from './context.ts'
import type { AnyOp } from './define.ts'
import type { CallPlan } from './plan.ts'
import { PlanRun } from './plan-run.ts'
import { PlannedCall } from './planned-call.ts'

const setUp = (price: CallPlan<unknown, number>['price']) => {
  const steps: string[] = []
  const plan: CallPlan<unknown, number> = {
    access: 'key',
    find: async () => {
      steps.push('find')
      return 30
    },
    price,
    run: (_context, found) => `${found} sheep`,
  }
  const planned = new PlannedCall({ name: 'count' } as AnyOp, {}, plan as CallPlan)
  return { run: new PlanRun(planned, {} as OpContext), steps }
}

test('what the price depends on is found once, and the work gets it', async () => {
  const { run, steps } = setUp((found) => found / 10)
  assert.equal(await run.price(), 3)
  assert.equal(await run.answer(), '30 sheep')
  assert.deepEqual(steps, ['find'])
})

test('work without a price finds what it needs, and a known price finds nothing', async () => {
  const { run, steps } = setUp(1)
  assert.equal(run.price(), 1)
  assert.deepEqual(steps, [])
  assert.equal(await run.answer(), '30 sheep')
  assert.deepEqual(steps, ['find'])
})
