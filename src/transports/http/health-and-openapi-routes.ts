/** Routes besides the operations: health, readiness and OpenAPI. */
import { problem } from '../../op/problem/problem.ts'
import { problemFromError } from '../../op/problem/problem-from-error.ts'
import { FAULT_TEXTS, type ServedCatalog } from '../../platform/publishing/ports.ts'
import type { Unready } from '../../platform/readiness.ts'
import { once } from '../../util/once.ts'
import { isStorageFull } from '../../util/storage-full.ts'
import { jsonAnswer } from './answer.ts'
import { KEPT_AN_HOUR, NOT_KEPT } from './cache-control.ts'
import type { HttpAnswer, HttpRoute } from './message.ts'

export interface ServiceRoutesOptions {
  readonly openApi: () => unknown
  /** Null if the service is ready. Asks no store: anybody may call this, at any rate. */
  readonly unready: () => Unready | null
  /** Null without a published catalog. */
  readonly servedCatalog: (() => ServedCatalog) | null
}

export const serviceRoutes = ({
  openApi,
  unready,
  servedCatalog,
}: ServiceRoutesOptions): readonly HttpRoute[] => {
  // Created once, on first use: rendering and compressing it is expensive, and this route has no rate limit.
  const description = once(() => jsonAnswer(openApi(), KEPT_AN_HOUR))
  return [
    ...['/healthz', '/livez'].map((path) => probe(path, async () => jsonAnswer({ status: 'ok' }, NOT_KEPT))),
    probe('/readyz', async () => readiness(unready(), servedCatalog?.() ?? null)),
    get('/openapi.json', async () => description()),
  ]
}

const probe = (path: string, endpoint: HttpRoute['endpoint']): HttpRoute => ({
  ...get(path, endpoint),
  isProbe: true,
})

const get = (path: string, endpoint: HttpRoute['endpoint']): HttpRoute => ({ method: 'GET', path, endpoint })

const readiness = (unready: Unready | null, catalog: ServedCatalog | null): HttpAnswer => {
  if (unready === null)
    return jsonAnswer(
      { status: 'ready', ...(catalog === null ? {} : { catalog: catalogJson(catalog) }) },
      NOT_KEPT,
    )
  const { reason, cause } = unready
  if (isStorageFull(cause)) throw problemFromError(cause)
  throw problem(
    'not_ready',
    { reason },
    cause === undefined ? undefined : (problemFromError(cause).cause ?? cause),
  )
}

const catalogJson = ({ version, ageSeconds, fault }: ServedCatalog) => ({
  version,
  age_seconds: ageSeconds,
  fault: fault === null ? null : { kind: fault.kind, since: fault.since, reason: FAULT_TEXTS[fault.kind] },
})
