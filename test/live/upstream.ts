/** An Overpass over HTTP that answers from a made-up world, and fails where a test wants it to. */
import { serveLocally } from '../support/local-server.ts'
import { queryOf } from '../support/overpass-sections.ts'
import type { Random } from '../support/shapes.ts'
import { FAULTS, type Fault, sendJson } from './overpass-faults.ts'

export interface WorldAnswer<K> {
  /** What was asked for; null where the test does not count it. */
  readonly key: K | null
  readonly body: object
}

export interface Upstream<K> {
  readonly url: string
  latencyMs: number
  /** Share of requests that fail. */
  faults: number
  /** What the next requests get, one each; then they are answered. */
  readonly nextFaults: Fault[]
  /** What `/api/status` says. */
  status: string
  readonly requests: number
  /** Most requests that were under way at once. */
  readonly mostAtOnce: number
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

export interface UpstreamOptions {
  readonly latencyMs?: number
  /** Decides which requests fail, and how. */
  readonly random?: Random
  readonly nowMs?: () => number
}

export const serveUpstream = async <K>(
  answerTo: (query: string) => WorldAnswer<K>,
  { latencyMs = 0, random = () => 1, nowMs = () => performance.now() }: UpstreamOptions = {},
): Promise<Upstream<K>> => {
  const asked: K[] = []
  const answered = new Map<K, number>()
  const arrivalsMs: number[] = []
  const waiting = new Set<() => void>()
  const counts = { atOnce: 0, mostAtOnce: 0 }
  const { url, close } = await serveLocally(async (request, response) => {
    if (request.url === '/api/status') {
      response.end(upstream.status)
      return
    }
    arrivalsMs.push(nowMs())
    counts.mostAtOnce = Math.max(counts.mostAtOnce, ++counts.atOnce)
    response.on('close', () => counts.atOnce--)
    const { key, body } = answerTo(await queryOf(request))
    if (key !== null) asked.push(key)
    if (upstream.latencyMs > 0)
      await new Promise<void>((resolve) => {
        waiting.add(resolve)
        setTimeout(resolve, upstream.latencyMs).unref()
      })
    const text = JSON.stringify(body)
    const fault =
      upstream.nextFaults.shift() ??
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
    get mostAtOnce() {
      return counts.mostAtOnce
    },
    release: () => {
      for (const end of waiting) end()
      waiting.clear()
    },
    close,
  }
  return upstream
}
