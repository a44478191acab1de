import assert from 'node:assert/strict'
import { test } from 'node:test'
import { intercepted } from '../../../test/support/compute.ts'
import { boundaryOf } from '../../../test/support/made-up-boundaries.ts'
import type { OpContext } from '../../op/context.ts'
import { systemClock } from '../../util/clock.ts'
import { SERVICE } from '../../util/work-owner.ts'
import { createYieldToEventLoop } from '../../util/yield-to-event-loop.ts'
import { createListFeatures } from './list-features.ts'
import { ITEMS_QUERY } from './query-parameters.ts'

const RENDER_MS = 2
const SLICE_MS = 10
const FEATURES = 50

test('between the features of a page other calls are answered', async () => {
  let elapsedMs = 0
  let inTurn = 0
  let mostInTurn = 0
  const services = {
    catalog: {
      list: async function* () {
        for (let number = 1; number <= FEATURES; number++)
          yield boundaryOf({ id: `r${number}`, name: `Town ${number}`, kind: 'city', country: 'LU' })
      },
      geometry: async () => ({ rings: new Uint8Array(), weights: null }),
    },
    compute: intercepted(async () => {
      if (inTurn === 0) setImmediate(() => (inTurn = 0))
      mostInTurn = Math.max(mostInTurn, ++inTurn)
      elapsedMs += RENDER_MS
      return { json: Buffer.from('{}'), vertices: 5 }
    }),
    yieldToEventLoop: createYieldToEventLoop({ elapsedMs: () => elapsedMs }, SLICE_MS),
  }
  const context = {
    owner: SERVICE,
    services,
    signal: () => new AbortController().signal,
  } as unknown as OpContext
  const input = { root: '', collection: 'city', search: '', query: ITEMS_QUERY.parse({}) }
  const plan = createListFeatures(systemClock).plan(input, { kind: 'operator' })
  await plan.run(context, await plan.find?.(context))
  assert.ok(mostInTurn > 0 && mostInTurn <= SLICE_MS / RENDER_MS, `${mostInTurn} were drawn in a turn`)
})
