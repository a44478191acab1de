import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { boxRing, coastRing, ringsOf, seededRandom } from '../../test/support/shapes.ts'
import { RendererBusy } from '../domain/boundary/renderer.ts'
import { encodeRings } from '../domain/geometry/codec.ts'
import { createInlineRenderer } from './inline.ts'
import { createThreadsRenderer } from './threads.ts'

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

describe('threads', () => {
  const threads = createThreadsRenderer({ threads: 1, maxQueue: 100, timeoutMs: 60_000 })
  after(() => threads.close())
  const inline = createInlineRenderer()

  for (const doublings of [4, 12]) {
    test(`draw ${8 * 2 ** doublings} positions as the calling thread does`, async () => {
      const task = { geometry: stored(doublings), detail: 'medium' as const, precision: 5, maxBytes: 1e8 }
      assert.deepEqual(
        Buffer.from((await threads.render(task)).json!),
        Buffer.from((await inline.render(task)).json!),
      )
    })

    test(`write the file of ${8 * 2 ** doublings} positions as the calling thread does`, async () => {
      const [there, here] = await Promise.all([
        threads.renderFile(fileTask(doublings)),
        inline.renderFile(fileTask(doublings)),
      ])
      assert.equal(there.sha256, here.sha256)
      assert.deepEqual(Buffer.from(there.bytes), Buffer.from(here.bytes))
      assert.match(Buffer.from(here.bytes).toString(), /<Data name="vertices"><value>[1-9]\d+<\/value>/)
    })
  }

  test('refuse a file that takes too long', async () => {
    const impatient = createThreadsRenderer({ threads: 1, maxQueue: 100, timeoutMs: 1 })
    await assert.rejects(
      impatient.renderFile(fileTask(12)),
      (error) => error instanceof RendererBusy && error.reason === 'took_too_long',
    )
    await impatient.close()
  })
})
