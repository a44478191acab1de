import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import type { BoundaryReference } from '../../domain/boundary/id.ts'
import type { Catalog } from '../../domain/catalog/catalog.ts'
import { createYieldToEventLoop } from '../../util/yield-to-event-loop.ts'
import { findBoundaries } from './find-boundary.ts'

const FIND_MS = 2
const SLICE_MS = 10

test('between the boundaries of a long list other calls are answered', async () => {
  let elapsedMs = 0
  let inTurn = 0
  let mostInTurn = 0
  const find: Catalog['find'] = async () => {
    if (inTurn === 0) setImmediate(() => (inTurn = 0))
    mostInTurn = Math.max(mostInTurn, ++inTurn)
    elapsedMs += FIND_MS
    return { found: true, record: {} as BoundaryRecord, alternatives: [] }
  }
  const references = Array.from(
    { length: 50 },
    (_, number): BoundaryReference => ({ by: 'relation', number }),
  )
  const yieldToEventLoop = createYieldToEventLoop({ elapsedMs: () => elapsedMs }, SLICE_MS)
  const found = await findBoundaries({ catalog: { find } as Catalog, yieldToEventLoop }, references, 'low')
  assert.equal(found.length, references.length)
  assert.ok(mostInTurn <= SLICE_MS / FIND_MS, `${mostInTurn} were found in a turn`)
})
