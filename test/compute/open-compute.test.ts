import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { ComputeBusy } from '../../src/compute/compute-busy.ts'
import { type ServerLaneLimits, serverLanes } from '../../src/compute/pool/lane-limits.ts'
import { openCompute } from '../../src/compute/pool/open-compute.ts'
import type { Compute, TaskOrLoad } from '../../src/compute/port.ts'
import { disputesWork } from '../../src/domain/catalog/locate-disputes.ts'
import { indexWork, locateWork } from '../../src/domain/catalog/locate-points.ts'
import { renderFileWork } from '../../src/domain/files/render-file.ts'
import { renderWork } from '../../src/domain/files/render-geometry.ts'
import { type UnionTask, uniteWork } from '../../src/domain/files/unite.ts'
import { encodeRings } from '../../src/domain/geometry/codec.ts'
import { INSIDE, OUTSIDE } from '../../src/domain/geometry/contains.ts'
import { locateMany } from '../../src/domain/geometry/contains-grid.ts'
import { ProcessorTime } from '../../src/util/processor-time.ts'
import { SERVICE, type WorkOwner } from '../../src/util/work-owner.ts'
import { boxRing, coastRing, ringsOf, seededRandom } from '../support/shapes.ts'
import { waitWork } from '../support/wait-work.ts'

const stored = (doublings: number) => ({
  rings: encodeRings(
    ringsOf([
      [coastRing(seededRandom(3), { lon: 10, lat: 50, radius: 3, doublings })],
      [boxRing(20, 50, 21, 51)],
    ]),
  ),
  weights: null,
})

const fileTask = (doublings: number) => ({
  geometry: stored(doublings),
  detail: 'low' as const,
  precision: 4,
  format: 'kml' as const,
  head: {
    id: 'r1',
    bbox: [7, 47, 21, 53] as const,
    properties: {
      name: 'Ö',
      kind: 'country',
      vertices: 0,
      attribution: '©',
      source: { url: 'https://x.example' },
    },
  },
})

const unionTask = (doublings: number) => ({
  include: [stored(doublings).rings, encodeRings(ringsOf([[boxRing(9, 49, 20.5, 50.5)]]))],
  exclude: [encodeRings(ringsOf([[boxRing(20.2, 50.2, 22, 52)]]))],
  detail: 'low' as const,
  precision: 4,
  format: 'geojson' as const,
  properties: { attribution: '©' },
})

const disputed = (west: number, south: number) => ({
  area: 'Land',
  claimants: [],
  administeredBy: [],
  isCondominium: false,
  source: 'https://x.example',
  bbox: [west, south, west + 0.5, south + 0.5] as const,
  land: encodeRings(ringsOf([[boxRing(west, south, west + 0.5, south + 0.5)]])),
})

const points = Float64Array.from({ length: 2_000 }, (_, i) =>
  i % 2 === 0 ? 6 + (i * 16) / 2_000 : 46 + ((i * 7) % 90) / 10,
)

const PLENTY = { threads: 1, maxWaiting: 100, maxProcessorMs: 60_000, heapMb: 512 }
const open = (limits: ServerLaneLimits): Compute => openCompute(serverLanes(limits))

const bytesOf = ({ geometry }: { readonly geometry: { readonly rings: Uint8Array } }): number =>
  geometry.rings.byteLength

const unite = (
  compute: Compute,
  task: TaskOrLoad<UnionTask>,
  { owner = SERVICE, signal }: { readonly owner?: WorkOwner; readonly signal?: AbortSignal } = {},
) => {
  const polygons = typeof task === 'function' ? [] : [...task.include, ...task.exclude]
  const bytes = polygons.reduce((sum, { byteLength }) => sum + byteLength, 0)
  return compute.run(uniteWork, task, { lane: 'long', owner, signal, ...(bytes > 0 && { bytes }) })
}

const ownerOf = (name: string, processorTime = new ProcessorTime()): WorkOwner => ({
  name,
  isAnonymous: false,
  processorTime,
})

const isBusy =
  (reason: ComputeBusy['reason']) =>
  (error: unknown): boolean =>
    error instanceof ComputeBusy && error.reason === reason && error.retryAfterSeconds > 0

test('a caller with many calls in the queue does not delay another one', async () => {
  const threads = open(PLENTY)
  let done = 0
  const many = Array.from({ length: 8 }, () =>
    unite(threads, unionTask(12), { owner: ownerOf('busy') }).then(() => done++),
  )
  await unite(threads, unionTask(12), { owner: ownerOf('other') })
  assert.ok(done <= 2, `${done} calls of the other caller came first`)
  await Promise.all(many)
  await threads.close()
})

test('a call is charged for its own tasks, also those that fail, and not for waiting', async () => {
  const threads = open(PLENTY)
  const metered = async (task: UnionTask): Promise<number> => {
    const processorTime = new ProcessorTime()
    await unite(threads, task, { owner: ownerOf('a', processorTime) }).catch(() => {})
    return processorTime.ms
  }
  const task = unionTask(12)
  try {
    // The first one compiles the code.
    await metered(task)
    const alone = await metered(task)
    assert.ok(alone > 5, `${alone} ms`)
    const [, , waited] = await Promise.all([metered(task), metered(task), metered(task)])
    assert.ok(waited < 2 * alone + 20, `${waited} ms after two others, ${alone} ms alone`)
    const { rings } = stored(12)
    const broken = { ...unionTask(12), include: [...Array(200).fill(rings), new Uint8Array(1).fill(255)] }
    const failed = await metered(broken)
    assert.ok(failed > 5, `${failed} ms for a task that failed`)
  } finally {
    await threads.close()
  }
})

describe('threads', () => {
  const threads = open(PLENTY)
  after(() => threads.close())
  const inline = openCompute({})

  for (const doublings of [4, 12]) {
    test(`draw ${8 * 2 ** doublings} positions as the calling thread does`, async () => {
      const task = { geometry: stored(doublings), detail: 'medium' as const, precision: 5, maxBytes: 1e8 }
      const options = { lane: 'interactive', owner: SERVICE, bytes: bytesOf(task) } as const
      assert.deepEqual(
        Buffer.from((await threads.run(renderWork, task, options)).json!),
        Buffer.from((await inline.run(renderWork, task, options)).json!),
      )
    })

    test(`write the file of ${8 * 2 ** doublings} positions as the calling thread does`, async () => {
      const task = fileTask(doublings)
      const options = { lane: 'long', owner: SERVICE, bytes: bytesOf(task) } as const
      const [there, here] = await Promise.all([
        threads.run(renderFileWork, task, options),
        inline.run(renderFileWork, task, options),
      ])
      assert.equal(there.sha256, here.sha256)
      assert.deepEqual(Buffer.from(there.bytes), Buffer.from(here.bytes))
      assert.match(Buffer.from(here.bytes).toString(), /<Data name="vertices"><value>[1-9]\d+<\/value>/)
    })

    test(`unite ${8 * 2 ** doublings} positions as the calling thread does`, async () => {
      const [there, here] = await Promise.all([
        unite(threads, unionTask(doublings)),
        unite(inline, unionTask(doublings)),
      ])
      assert.ok(there !== null && here !== null)
      assert.deepEqual(Buffer.from(there.bytes), Buffer.from(here.bytes))
      assert.deepEqual([there.sha256, there.head], [here.sha256, here.head])
    })

    test(`test points against ${8 * 2 ** doublings} positions as the calling thread does, indexed and not`, async () => {
      const geometry = stored(doublings)
      const options = { lane: 'interactive', owner: SERVICE, bytes: bytesOf({ geometry }) } as const
      const here = await inline.run(locateWork, { geometry, points }, options)
      assert.deepEqual(await threads.run(locateWork, { geometry, points }, options), here)
      assert.deepEqual(locateMany(await threads.run(indexWork, geometry, options), points), here)
      assert.ok(here.includes(INSIDE) && here.includes(OUTSIDE))
    })

    test(`find disputes in ${8 * 2 ** doublings} positions as the calling thread does`, async () => {
      const task = {
        geometry: stored(doublings),
        disputes: [disputed(40, 50), disputed(9.5, 49.5), disputed(20.2, 50.2)],
      }
      const options = { lane: 'interactive', owner: SERVICE, bytes: bytesOf(task) } as const
      assert.deepEqual(await threads.run(disputesWork, task, options), [1, 2])
      assert.deepEqual(await inline.run(disputesWork, task, options), [1, 2])
    })
  }

  /** Takes seconds: the same task in a separate pool is the clock to which the others are compared. */
  test('an aborted union frees its thread, and a waiting one leaves the queue', async () => {
    const coasts = Array.from({ length: 20 }, (_, seed) =>
      encodeRings(
        ringsOf([[coastRing(seededRandom(seed + 1), { lon: 10, lat: 50, radius: 3, doublings: 14 })]]),
      ),
    )
    const long = { ...unionTask(4), include: coasts, exclude: [], detail: 'full' as const }
    const [only, clock] = [open({ ...PLENTY, maxWaiting: 2 }), open(PLENTY)]
    const [running, waiting, ticking] = [1, 2, 3].map(() => new AbortController())
    const undisturbed = unite(clock, long, ticking).then(
      () => 'the undisturbed union',
      () => 'nothing',
    )
    const started = Promise.withResolvers<void>()
    const load = async () => {
      started.resolve()
      return long
    }
    const stopped = Promise.all([
      assert.rejects(unite(only, load, running), /stopped/),
      assert.rejects(unite(only, long, waiting), /left the queue/),
    ])
    const next = unite(only, unionTask(12))
    await assert.rejects(unite(only, unionTask(12)), isBusy('queue_full'))
    await started.promise
    await setImmediate()
    waiting.abort(new Error('left the queue'))
    running.abort(new Error('stopped'))
    await stopped
    assert.equal(await Promise.race([next.then(() => 'the next union'), undisturbed]), 'the next union')
    ticking.abort()
    await Promise.all([only.close(), clock.close()])
  })

  test('say that nothing is left', async () => {
    const { include } = unionTask(12)
    assert.equal(await unite(threads, { ...unionTask(12), exclude: include }), null)
  })

  test('refuse a task that takes too much processor time', async () => {
    const impatient = open({ ...PLENTY, maxProcessorMs: 1 })
    await assert.rejects(
      impatient.run(renderFileWork, fileTask(12), { lane: 'long', owner: SERVICE }),
      isBusy('took_too_long'),
    )
    await assert.rejects(unite(impatient, unionTask(12)), isBusy('took_too_long'))
    await impatient.close()
  })

  test('do a task that takes longer than its processor time, as on a busy machine', async () => {
    const busy = open({ ...PLENTY, maxProcessorMs: 500 })
    const ms = 1_500
    assert.deepEqual(await busy.run(waitWork, { ms }, { lane: 'long', owner: SERVICE }), { waited: ms })
    await busy.close()
  })

  test('stop a task that is stuck', async () => {
    const stuck = open({ ...PLENTY, maxProcessorMs: 20 })
    await assert.rejects(
      stuck.run(waitWork, { ms: 2 ** 30 }, { lane: 'long', owner: SERVICE }),
      isBusy('took_too_long'),
    )
    await stuck.close()
  })

  test('refuse a task that would wait too long for its turn, and do those of patient owners', async () => {
    const crowded = open({ ...PLENTY, maxWaitMs: 20 })
    const wait = (ms: number, owner: WorkOwner) => crowded.run(waitWork, { ms }, { lane: 'long', owner })
    const first = wait(300, ownerOf('first'))
    const patient = wait(1, { ...ownerOf('job'), isPatient: true })
    await assert.rejects(wait(1, ownerOf('call')), isBusy('queue_full'))
    assert.deepEqual(await Promise.all([first, patient]), [{ waited: 300 }, { waited: 1 }])
    await crowded.close()
  })

  test('load none of the tasks that wait and time out together', async () => {
    const limitMs = 20
    const impatient = open({ ...PLENTY, maxProcessorMs: limitMs, maxWaitMs: limitMs })
    const union = unionTask(18)
    let loads = 0
    const loaded = Promise.withResolvers<void>()
    const load = async () => {
      loads++
      loaded.resolve()
      return union
    }
    const [running, ...waiting] = Array.from({ length: 5 }, () => unite(impatient, load))
    await loaded.promise
    // Blocks the event loop, so that all timers are due at once.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * limitMs)
    await Promise.all([
      assert.rejects(running, isBusy('took_too_long')),
      ...waiting.map((answer) => assert.rejects(answer, isBusy('queue_full'))),
    ])
    assert.equal(loads, 1)
    await impatient.close()
  })

  test('refuse a task that takes too much memory, and do the next', async () => {
    const small = open({ ...PLENTY, heapMb: 32 })
    const heap = Array.from({ length: 400_000 }, (_, id) => ({ id }))
    await assert.rejects(unite(small, { ...unionTask(12), properties: { heap } }), isBusy('out_of_memory'))
    assert.ok((await unite(small, unionTask(12))) !== null)
    await small.close()
  })

  test('refuse what would have to wait behind too many, and do the others', async () => {
    const popular = open({ ...PLENTY, maxWaiting: 2 })
    const locate = () =>
      popular.run(locateWork, { geometry: stored(14), points }, { lane: 'interactive', owner: SERVICE })
    const answers = await Promise.allSettled(Array.from({ length: 10 }, locate))
    const refused = answers.filter((answer) => answer.status === 'rejected')
    assert.ok(refused.length > 0 && refused.length < answers.length)
    for (const { reason } of refused) assert.ok(isBusy('queue_full')(reason))
    assert.equal((await locate()).length, 1_000)
    await popular.close()
  })
})
