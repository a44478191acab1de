/** Starts the service in this process: its HTTP server, its threads and its chores. */

import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { serverLanes } from '../compute/pool/lane-limits.ts'
import { openCompute } from '../compute/pool/open-compute.ts'
import { baseUrlAt, type Config } from '../config/read-config.ts'
import type { ProcessMetrics } from '../metrics/process-metrics.ts'
import type { JobRunner } from '../platform/jobs/runner.ts'
import { createOverload } from '../transports/http/overload.ts'
import { DRAIN_TIMEOUT_MS, listen, type RunningServer } from '../transports/http/server.ts'
import { systemClock } from '../util/clock.ts'
import { closeAll } from '../util/close-all.ts'
import { systemEventLoop } from '../util/event-loop.ts'
import { systemRandom } from '../util/random.ts'
import { flushTraces, startTracing } from '../util/tracing.ts'
import { composeApp } from './compose-app.ts'
import { openService } from './main.ts'
import { laneFigures } from './open/lane-figures.ts'
import { connectionFigure } from './open/metrics.ts'
import type { Siblings } from './open/opening.ts'
import { openLog } from './open/storage-space.ts'
import { runChores } from './run-chores.ts'
import { LINGER_MS, MAX_STOP_MS, NOTICE_MS } from './stop-times.ts'
import { tracedCompute } from './traced-compute.ts'
import { watchedChores } from './watched-chores.ts'

/**
 * By default V8 collects the whole heap each time it grows by some 8 MB: with every other large polygon (`bench/live.ts`).
 */
const HEAP_GROWTH = '--heap-growing-percent=200'

export interface RunningService extends Pick<RunningServer, 'url' | 'baseUrl'> {
  /** Id of this process in the store of units. */
  readonly owner: string
  /** Frees what a dead process had reserved. */
  readonly endLease: (owner: string) => Promise<void>
  /** Starts the chores that one process does for all. */
  readonly startSharedChores: () => void
  /** Finishes running calls. With `notice`, new connections are accepted for a second more, in which `/readyz` says no. */
  readonly stop: (how: { readonly notice: boolean }) => Promise<void>
  /** Finishes running calls, while other processes accept new connections. */
  readonly retire: () => Promise<void>
}

interface StartOptions {
  /** What it shares with other processes of the service; absent if there are none. */
  readonly siblings?: Siblings
  /** How many processes the service has. */
  readonly processes?: number
  /** Count its calls; null if nobody reads them. */
  readonly metrics: ProcessMetrics | null
}

export const startService = async (
  config: Config,
  signal: AbortSignal,
  { siblings, processes = 1, metrics }: StartOptions,
): Promise<RunningService> => {
  setFlagsFromString(HEAP_GROWTH)
  const log = openLog(config)
  const isTraced = await startTracing()
  const compute = openCompute(serverLanes({ threads: config.workers }))
  const service = await openService(config, isTraced ? tracedCompute(compute) : compute, siblings, metrics)
  const watched = watchedChores(service.chores(), systemClock)
  metrics?.add([...laneFigures(compute), ...service.figures(), ...watched.figures])
  const overload = createOverload({
    loop: systemEventLoop,
    isBehind: service.isDatabaseBehind,
    processes,
    log,
  })
  metrics?.add(overload.figures)
  let server: RunningServer | null = null
  let jobs: JobRunner | null = null
  const stops: (() => void)[] = []
  const close = (lingerMs = 0) =>
    closeAll([
      () => Promise.all([server?.close(lingerMs), jobs?.close(DRAIN_TIMEOUT_MS)]),
      // Not earlier: without heartbeats the held units would be refunded.
      () => {
        for (const stop of stops) stop()
      },
      service.close,
      flushTraces,
    ])
  try {
    await service.prepare(signal)
    server = await listen({
      ...config,
      baseUrlAt: (port) => baseUrlAt(config, port),
      appAt: (baseUrl) => composeApp(service.composeAt(baseUrl).forApp, overload),
      random: systemRandom,
      log,
      limits: { connections: config.connections, connectionsPerAddress: config.connectionsPerAddress },
    })
    jobs = service.openJobRunner(service.composeAt(server.baseUrl).jobWork)
    service.openDelivery(server.baseUrl)
    metrics?.add([connectionFigure(server)])
  } catch (error) {
    // The first error matters more than a failure to close.
    await close().catch(() => {})
    throw error
  }
  const { url, baseUrl, endConnections } = server
  const start = (shared: boolean): void => {
    const chores = watched.chores.filter(({ everyProcess = false }) => everyProcess !== shared)
    stops.push(runChores(chores, service.inBackground))
  }
  start(false)
  return {
    url,
    baseUrl,
    owner: service.quota.owner,
    endLease: service.quota.endLease,
    startSharedChores: () => start(true),
    stop: async ({ notice }) => {
      const deadline = delay(MAX_STOP_MS, undefined, { ref: false })
      service.readiness.drain()
      endConnections()
      if (notice) await delay(NOTICE_MS)
      await Promise.race([close(), deadline])
    },
    retire: async () => {
      const deadline = delay(MAX_STOP_MS, undefined, { ref: false })
      endConnections()
      await Promise.race([close(LINGER_MS), deadline])
    },
  }
}
