/** An Overpass over HTTP that answers from a made-up world, and fails where a test wants it to. */

import type { Position } from '../../src/domain/geometry/rings.ts'
import { TEST_QUERY } from '../../src/sources/overpass/queries.ts'
import { serveLocally } from '../support/local-server.ts'
import { countOf, parentsIn, queryOf } from '../support/overpass-sections.ts'
import type { Random } from '../support/shapes.ts'
import { FAULTS, type Fault, sendJson } from './overpass-faults.ts'

export interface WorldAnswer<K> {
  /** What was asked for; null where the test does not count it. */
  readonly key: K | null
  readonly body: object
}

export interface Upstream<K> {
  readonly url: string
  /** Not of questions about parents, and of tests. */
  latencyMs: number
  /** Share of requests that fail. */
  faults: number
  /** What the next requests get, one each; then they are answered. */
  readonly nextFaults: Fault[]
  /** What `/api/status` says. */
  status: string
  /** Without those about the parents of what was fetched, and tests of the server. */
  readonly requests: number
  /** How often it was asked the smallest query, which tests it. */
  readonly tests: number
  /** Most requests that were under way at once. */
  readonly mostAtOnce: number
  /** Requests whose latency has not ended. */
  readonly waiting: number
  /** What was asked for, in this order. */
  readonly asked: readonly K[]
  /** How often each was answered. */
  readonly answered: ReadonlyMap<K, number>
  /** By the clock of the test. */
  readonly arrivalsMs: readonly number[]
  /** Ends the latency of the requests that are under way. */
  readonly release: () => void
  readonly close: () => Promise<void>
}

export interface UpstreamOptions<K> {
  /** What questions about something always get. */
  readonly faultFor?: (key: K) => Fault | null
  readonly latencyMs?: number
  /** Decides which requests fail, and how. */
  readonly random?: Random
  readonly nowMs?: () => number
  /** Relations, with tags and boxes, that contain a point. */
  readonly parentsAt?: (point: Position) => readonly object[]
}

export const serveUpstream = async <K>(
  answerTo: (query: string) => WorldAnswer<K>,
  {
    latencyMs = 0,
    random = () => 1,
    nowMs = () => performance.now(),
    parentsAt,
    faultFor,
  }: UpstreamOptions<K> = {},
): Promise<Upstream<K>> => {
  const asked: K[] = []
  const answered = new Map<K, number>()
  const arrivalsMs: number[] = []
  const waiting = new Set<() => void>()
  const counts = { atOnce: 0, mostAtOnce: 0, tests: 0 }
  const { url, close } = await serveLocally(async (request, response) => {
    if (request.url === '/api/status') {
      response.end(upstream.status)
      return
    }
    counts.mostAtOnce = Math.max(counts.mostAtOnce, ++counts.atOnce)
    response.on('close', () => counts.atOnce--)
    const query = await queryOf(request)
    if (query === TEST_QUERY) counts.tests++
    const aside = query === TEST_QUERY ? [countOf(0)] : parentsIn(query, parentsAt)
    if (aside === null) arrivalsMs.push(nowMs())
    const { key, body } = aside === null ? answerTo(query) : { key: null, body: { elements: aside } }
    if (key !== null) asked.push(key)
    if (upstream.latencyMs > 0 && aside === null)
      await new Promise<void>((resolve) => {
        const end = (): void => {
          waiting.delete(end)
          resolve()
        }
        waiting.add(end)
        setTimeout(end, upstream.latencyMs).unref()
      })
    const text = JSON.stringify(body)
    const fault =
      upstream.nextFaults.shift() ??
      (key === null ? null : faultFor?.(key)) ??
      (random() < upstream.faults ? FAULTS[Math.floor(random() * FAULTS.length)] : null)
    if (fault !== null) {
      fault(response, text)
      return
    }
    if (key !== null) answered.set(key, (answered.get(key) ?? 0) + 1)
    sendJson(response, text)
  })
  const upstream: Upstream<K> = {
    url: `${url}/api/interpreter`,
    latencyMs,
    faults: 0,
    nextFaults: [],
    status: 'Rate limit: 2\nSlot available after: 2026-01-02T03:04:05Z, in 1 seconds.\n',
    asked,
    answered,
    arrivalsMs,
    get requests() {
      return arrivalsMs.length
    },
    get tests() {
      return counts.tests
    },
    get waiting() {
      return waiting.size
    },
    get mostAtOnce() {
      return counts.mostAtOnce
    },
    release: () => {
      for (const end of waiting) end()
    },
    close,
  }
  return upstream
}
