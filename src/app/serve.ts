/** Runs the server: the service, its worker threads and its chores. */
import { setFlagsFromString } from 'node:v8'
import { openCompute } from '../compute/pool/open-compute.ts'
import { serverLanes } from '../compute/pool/standard-lanes.ts'
import { exposureWarnings } from '../config/exposure.ts'
import { baseUrlAt, type Config } from '../config/read-config.ts'
import type { MetricsListener } from '../metrics/listen.ts'
import type { JobRunner } from '../platform/jobs/runner.ts'
import { listen, type RunningServer } from '../transports/http/server.ts'
import { aborted } from '../util/aborted.ts'
import { systemClock } from '../util/clock.ts'
import { closeAll } from '../util/close-all.ts'
import { systemRandom } from '../util/random.ts'
import { flushTraces, startTracing } from '../util/tracing.ts'
import { composeApp } from './compose-app.ts'
import { greeting } from './greeting.ts'
import { openService } from './main.ts'
import { laneFigures } from './open/lane-figures.ts'
import { connectionFigure, listenToCollector, openMetrics } from './open/metrics.ts'
import { openLog } from './open/space.ts'
import { runChores } from './run-chores.ts'
import { tracedCompute } from './traced-compute.ts'
import { watchedChores } from './watched-chores.ts'

/** Equals the time for which the HTTP server drains. */
const DRAIN_JOBS_MS = 10_000

/**
 * By default V8 collects the whole heap each time it grows by some 8 MB: with every other large polygon (`bench/live.ts`).
 */
const HEAP_GROWTH = '--heap-growing-percent=200'

/** Serves until the signal is aborted, then drains. */
export const serve = async (config: Config, signal: AbortSignal): Promise<void> => {
  setFlagsFromString(HEAP_GROWTH)
  const log = openLog(config)
  const isTraced = await startTracing()
  for (const warning of config.warnings) log.warn({}, warning)
  const metrics = config.metricsPort === null ? null : await openMetrics()
  const compute = openCompute(serverLanes({ threads: config.workers }))
  const service = await openService(config, isTraced ? tracedCompute(compute) : compute, metrics)
  const { chores, figures } = watchedChores(service.chores(), systemClock)
  metrics?.add([...laneFigures(compute), ...service.figures(), ...figures])
  let server: RunningServer | null = null
  let metricsListener: MetricsListener | null = null
  let jobs: JobRunner | null = null
  let stopChores = () => {}
  const close = () =>
    closeAll([
      () => Promise.all([server?.close(), jobs?.close(DRAIN_JOBS_MS)]),
      // Not earlier: without heartbeats the held units would be refunded.
      () => stopChores(),
      service.close,
      () => metricsListener?.close(),
      flushTraces,
    ])
  try {
    await service.prepare(signal)
    server = await listen({
      ...config,
      baseUrlAt: (port) => baseUrlAt(config, port),
      appAt: (baseUrl) => composeApp(service.composeAt(baseUrl).forApp),
      random: systemRandom,
      log,
      limits: { connections: config.connections, connectionsPerAddress: config.connectionsPerAddress },
    })
    jobs = service.openJobRunner(service.composeAt(server.baseUrl).jobWork)
    service.openDelivery(server.baseUrl)
    if (metrics !== null) {
      metrics.add([connectionFigure(server)])
      metricsListener = await listenToCollector(config, metrics, log)
    }
    stopChores = runChores(chores, service.inBackground)
    if (process.stderr.isTTY && isInformed(config)) process.stderr.write(greeting(config, server))
    else log.info({ url: server.url, baseUrl: server.baseUrl }, 'listening')
    if (metricsListener !== null) log.info({ url: metricsListener.url }, 'serving metrics')
    for (const warning of exposureWarnings(config, server.baseUrl)) log.warn({}, warning)
    await aborted(signal)
    log.info({}, 'draining')
  } catch (error) {
    // The first error matters more than a failure to close.
    await close().catch(() => {})
    throw error
  }
  await close()
}

const isInformed = ({ logLevel }: Config): boolean => logLevel === 'info' || logLevel === 'debug'
