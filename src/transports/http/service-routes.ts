/** Routes besides the operations: health, readiness and OpenAPI. */
import { problem } from '../../op/problem/problem.ts'
import { problemFromError } from '../../op/problem/problem-from-error.ts'
import type { Clock } from '../../util/clock.ts'
import { once } from '../../util/once.ts'
import { isStorageFull } from '../../util/storage-full.ts'
import { jsonAnswer, KEPT_AN_HOUR, NOT_KEPT } from './answer.ts'
import type { HttpAnswer, HttpRoute } from './message.ts'

export interface ServiceRoutesOptions {
  readonly openApi: () => unknown
  /** Rejects with the reason while the service is not ready. */
  readonly ready: () => Promise<void>
  readonly clock: Clock
}

export const serviceRoutes = (options: ServiceRoutesOptions): readonly HttpRoute[] => {
  const ready = rarely(options.ready, options.clock)
  // Created once, on first use: rendering and compressing it is expensive, and this route has no rate limit.
  const description = once(() => jsonAnswer(options.openApi(), KEPT_AN_HOUR))
  return [
    get('/healthz', async () => jsonAnswer({ status: 'ok' }, NOT_KEPT)),
    get('/readyz', () => readiness(ready)),
    get('/openapi.json', async () => description()),
  ]
}

const get = (path: string, endpoint: HttpRoute['endpoint']): HttpRoute => ({ method: 'GET', path, endpoint })

/** Checks the stores at most once a second, because anybody may call this. */
const rarely = (ready: () => Promise<void>, clock: Clock): (() => Promise<void>) => {
  let last: { readonly atMs: number; readonly result: Promise<void> } | null = null
  return () => {
    const nowMs = clock.elapsedMs()
    if (last === null || nowMs - last.atMs >= READY_MS) last = { atMs: nowMs, result: ready() }
    return last.result
  }
}

const READY_MS = 1_000

const readiness = async (ready: () => Promise<void>): Promise<HttpAnswer> => {
  try {
    await ready()
  } catch (error) {
    if (isStorageFull(error)) throw problemFromError(error)
    throw problem(
      'not_ready',
      { reason: 'The boundary store or the file storage cannot be used.' },
      problemFromError(error).cause ?? error,
    )
  }
  return jsonAnswer({ status: 'ready' }, NOT_KEPT)
}
