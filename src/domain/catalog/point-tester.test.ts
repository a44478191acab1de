import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LAND, madeUpCatalog, PROVINCE } from '../../../test/registry/made-up-world.ts'
import { intercepted } from '../../../test/support/compute.ts'
import { SERVICE } from '../../util/work-owner.ts'
import { BORDER, INSIDE, OUTSIDE } from '../geometry/contains.ts'
import { indexWork, locateWork } from './locate-points.ts'
import { createPointTester } from './point-tester.ts'

const POINTS = Float64Array.of(0.5, 0.5, 0, 0.25, 3, 3)

const setUp = (maxBytes = 10_000_000) => {
  const work: string[] = []
  const state = { version: '1' }
  const tester = createPointTester({
    catalog: { geometry: madeUpCatalog().geometry, version: async () => state.version },
    compute: intercepted(({ work: { name }, run }) => {
      work.push(name === locateWork.name ? 'once' : name === indexWork.name ? 'index' : name)
      return run()
    }),
    maxBytes,
  })
  return { tester, work, state }
}

test('the second call for a boundary builds an index, and the answers stay the same', async () => {
  const { tester, work } = setUp()
  for (let call = 0; call < 4; call++)
    assert.deepEqual([...(await tester.locate(PROVINCE, POINTS, SERVICE))], [INSIDE, BORDER, OUTSIDE])
  assert.deepEqual(work, ['once', 'index'])
})

test('concurrent calls wait for one index', async () => {
  const { tester, work } = setUp()
  await tester.locate(LAND, POINTS, SERVICE)
  await Promise.all(Array.from({ length: 20 }, () => tester.locate(LAND, POINTS, SERVICE)))
  assert.deepEqual(work, ['once', 'index'])
})

test('each boundary has its own index', async () => {
  const { tester, work } = setUp()
  const corner = Float64Array.of(0.01, 0.01)
  for (let call = 0; call < 3; call++) {
    assert.deepEqual([...(await tester.locate(PROVINCE, corner, SERVICE))], [INSIDE])
    assert.deepEqual([...(await tester.locate(LAND, corner, SERVICE))], [OUTSIDE])
  }
  assert.deepEqual(work, ['once', 'once', 'index', 'index'])
})

test('an index is not used for a catalog that has changed', async () => {
  const { tester, work, state } = setUp()
  await tester.locate(PROVINCE, POINTS, SERVICE)
  await tester.locate(PROVINCE, POINTS, SERVICE)
  state.version = '2'
  await tester.locate(PROVINCE, POINTS, SERVICE)
  assert.deepEqual(work, ['once', 'index', 'once'])
})

test('a boundary too large for the memory is never indexed', async () => {
  const { tester, work } = setUp(100)
  for (let call = 0; call < 3; call++) await tester.locate(PROVINCE, POINTS, SERVICE)
  assert.deepEqual(work, ['once', 'once', 'once'])
})
