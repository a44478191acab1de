import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_LAND } from '../../../test/support/all-land.ts'
import { intercepted } from '../../../test/support/compute.ts'
import { country, part } from '../../../test/support/made-up-boundaries.ts'
import { boxRing, ringsOf } from '../../../test/support/shapes.ts'
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { encodeRings } from '../geometry/codec.ts'
import type { AreaTask } from './draw-area.ts'
import { drawPlan } from './draw-plan.ts'

const MASK = 'https://example.org/coasts'

const drawnFrom = (url: string): BoundaryRecord => {
  const record = country('Atlantis', 'AT')
  return { ...record, source: { ...record.source, url } }
}

test('a boundary has the coast of the mask only if all coasts there come from its data set', async () => {
  for (const [page, masks, expected] of [
    [`${MASK}/countries`, [MASK], true],
    [`${MASK}-of-others/countries`, [MASK], false],
    [`${MASK}/countries`, ['https://example.org/survey', MASK], false],
  ] as const) {
    const tasks: AreaTask[] = []
    await drawPlan(
      {
        catalog: { geometries: async () => [encodeRings(ringsOf([[boxRing(0, 0, 1, 1)]]))] },
        disputes: { near: async () => [] },
        land: {
          landIn: async (boxes) => ({
            ...(await ALL_LAND.landIn(boxes)),
            sources: masks.map((url) => ({ name: url, url, attribution: url })),
          }),
        },
        compute: intercepted(async ({ task }) => {
          tasks.push(await (task as () => Promise<AreaTask>)())
          return { kind: 'empty' }
        }),
      },
      { plan: { parts: [part(drawnFrom(page))], notes: [] }, seed: null, properties: {} },
      {},
    )
    assert.deepEqual(
      tasks.flatMap(({ boundaries }) => boundaries.map(({ hasCoastOfMask }) => hasCoastOfMask)),
      [expected],
    )
  }
})
