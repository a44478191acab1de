import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boxRing, ringsOf } from '../../../test/support/shapes.ts'
import { ComputeBusy } from '../../compute/compute-busy.ts'
import { serverLanes } from '../../compute/pool/lane-limits.ts'
import { openCompute } from '../../compute/pool/open-compute.ts'
import { encodeRings } from '../../domain/geometry/codec.ts'
import { prepareBlockWork } from '../../domain/tiles/block.ts'
import type { TileAddress } from '../../domain/tiles/tile-grid.ts'
import { problemFromError } from '../../op/problem/problem-from-error.ts'
import { ResponseCache } from '../../op/response/response-cache.ts'
import type { WorkOwner } from '../../util/work-owner.ts'
import type { HttpAnswer, HttpRequest } from '../http/message.ts'
import { type TileRoutesOptions, tileRoutes } from './routes.ts'

type Draw = (tile: TileAddress, owner: WorkOwner) => Promise<Uint8Array>

const open = (draw: Draw, onWork = () => {}): ((path: string, address?: string) => Promise<HttpAnswer>) => {
  const tiles: TileRoutesOptions['tiles'] = {
    versionAt: async () => {
      onWork()
      return 'v'
    },
    draw: async (all, _, owner) => Promise.all(all.map((tile) => draw(tile, owner))),
    drawLabels: async (tile, _, owner) => draw(tile, owner),
    attribution: async () => '',
  }
  const routes = tileRoutes({
    tiles,
    baseTiles: {
      at: async (tile) => ({ version: 'v', draw: (owner) => draw(tile, owner) }),
      attribution: async () => '',
    },
    answers: new ResponseCache(1_000_000),
    limits: {
      take: async () => {
        onWork()
        return { allowed: true, calls: 1, windowSeconds: 1, remaining: 1, resetSeconds: 1 }
      },
    } as never,
    baseUrl: 'https://metes.example.org',
  })
  const endpointOf = (set: string) =>
    routes.find(({ path }) => path === `/tiles/${set === 'base' ? set : '{set}'}/{z}/{x}/{y}.mvt`)!.endpoint
  return async (path, address = '192.0.2.1') => {
    const [set, z, x, y] = path.split('/')
    const request = {
      location: { path, query: '', params: { set, z, x, y } },
      origin: { address },
      signal: () => new AbortController().signal,
    } as unknown as HttpRequest
    return endpointOf(set)(request)
  }
}

test('equal requests at the same time are drawn once', async () => {
  let drawn = 0
  const { promise: gate, resolve: finish } = Promise.withResolvers<void>()
  const get = open(async () => {
    drawn++
    await gate
    return Uint8Array.of(1)
  })
  const answers = Array.from({ length: 20 }, (_, i) => get('all/3/1/1', `192.0.2.${i}`))
  finish()
  for (const { status } of await Promise.all(answers)) assert.equal(status, 200)
  assert.equal(drawn, 1)
})

test('an address outside the grid is refused before anything is counted or read', async () => {
  let work = 0
  const get = open(
    async () => Uint8Array.of(1),
    () => work++,
  )
  const grid = ['all/3/8/0', 'all/3/0/8', 'all/15/0/0', 'all/-1/0/0', 'all/3/1e0/0', 'moon/0/0/0']
  for (const path of [...grid, 'base/3/0/0', 'base/15/0/0', 'base/4/16/0'])
    await assert.rejects(get(path), (error) => problemFromError(error).status === 404, path)
  assert.equal(work, 0)
  await get('all/3/7/7')
  assert.equal(work, 2)
})

test('tiles of the base map are drawn once as well', async () => {
  let drawn = 0
  const get = open(async () => Uint8Array.of(++drawn))
  for (const { status } of await Promise.all([get('base/4/1/1'), get('base/4/1/1')]))
    assert.equal(status, 200)
  await get('base/4/1/1')
  assert.equal(drawn, 1)
})

test('a flood of cold tiles is refused with a time to come back, and another network is served', async () => {
  const rings = encodeRings(ringsOf([[boxRing(10, 50, 20, 60)]]))
  const threads = openCompute(serverLanes({ threads: 1, maxWaiting: 8, maxProcessorMs: 60_000, heapMb: 512 }))
  const get = open(async ({ z, x, y }, owner) => {
    const load = async () => ({ block: { z, x, y }, members: [rings] })
    await threads.run(prepareBlockWork, load, { lane: 'long', owner })
    return Uint8Array.of(1)
  })
  const flood = Array.from({ length: 40 }, (_, i) => get(`all/9/${i}/0`))
  const other = get('all/9/100/0', '198.51.100.1')
  const settled = await Promise.allSettled(flood)
  const refused = settled.filter((each) => each.status === 'rejected')
  // One runs, and two wait: a quarter of the queue.
  assert.equal(settled.length - refused.length, 3)
  for (const { reason } of refused) {
    assert.ok(reason instanceof ComputeBusy)
    const failure = problemFromError(reason)
    assert.equal(failure.status, 503)
    assert.ok(Number(failure.headers({ baseUrl: '' })['Retry-After']) > 0)
  }
  assert.equal((await other).status, 200)
  await threads.close()
})
