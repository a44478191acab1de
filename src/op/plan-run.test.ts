import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { ProcessorTime } from '../util/processor-time.ts'
import type { OpContext } from './context.ts'
import type { AnyOp } from './define.ts'
import type { CallPlan } from './plan.ts'
import { PlanRun } from './plan-run.ts'
import { PlannedCall } from './planned-call.ts'
import { EncodedBody } from './response/encoded-body.ts'
import { ResponseCache } from './response/response-cache.ts'

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
  const planned = new PlannedCall({ name: 'count' } as AnyOp, {}, plan as CallPlan, { kind: 'anonymous' })
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

test('a call with a key does not wait for an equal one without, which has its turn later', async () => {
  const never = Promise.withResolvers<string>()
  const answers = new ResponseCache(1_000)
  const call = (isAnonymous: boolean, answer: () => Promise<string>) => {
    const plan: CallPlan = { access: 'public', price: 0, cacheKey: 'sheep', run: answer }
    const planned = new PlannedCall({ name: 'count', mediaType: 'text/plain' } as AnyOp, {}, plan, {
      kind: 'anonymous',
    })
    return new PlanRun(planned, {
      languages: [],
      maxInlineBytes: 1_000,
      cacheHit: () => {},
      owner: { name: '', isAnonymous, processorTime: new ProcessorTime() },
      services: { answers, catalog: { version: () => '1' } },
    } as unknown as OpContext).answer()
  }
  const waiting = call(true, () => never.promise)
  const answer = await Promise.race([call(false, async () => 'thirty'), setImmediate('it waits')])
  assert.ok(answer instanceof EncodedBody, String(answer))
  assert.equal(Buffer.from(answer.bytes).toString(), '"thirty"')
  never.resolve('thirty')
  await waiting
})
