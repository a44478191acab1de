/** Runs the server: the service, its worker threads and its periodic work. */
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { baseUrlAt, type Config } from '../config/config.ts'
import { AUDIT_EVERY_MS, AUDIT_SWEEP_EVERY_MS } from '../platform/audit/audit.ts'
import { maskSecrets } from '../platform/feedback/mask-secrets.ts'
import { SWEEP_EVERY_MS } from '../platform/idempotency/idempotency.ts'
import { type JobRunner, TICK_EVERY_MS } from '../platform/jobs/runner.ts'
import { type MailDelivery, SEND_EVERY_MS } from '../platform/mail/delivery.ts'
import { HEARTBEAT_EVERY_MS } from '../platform/quota.ts'
import { FLUSH_EVERY_MS } from '../platform/usage.ts'
import { ALERT_EVERY_MS } from '../platform/usage-alerts.ts'
import { LIVE_SWEEP_EVERY_MS } from '../sources/live/sweep.ts'
import type { RunningServer } from '../transports/http/server.ts'
import { closeAll } from '../util/close-all.ts'
import { createLog } from '../util/log.ts'
import { isLoopback } from '../util/loopback.ts'
import { isPrivateHost } from '../util/private-address.ts'
import { systemRandom } from '../util/random.ts'
import { openService } from './main.ts'

/** Equals the time for which the HTTP server drains. */
const DRAIN_JOBS_MS = 10_000

/**
 * By default V8 collects the whole heap each time it grows by some 8 MB: with every other large polygon (`bench/live.ts`).
 */
const HEAP_GROWTH = '--heap-growing-percent=200'

/** Serves until the signal is aborted, then drains. */
export const serve = async (config: Config, signal: AbortSignal): Promise<void> => {
  setFlagsFromString(HEAP_GROWTH)
  const log = createLog(config.logLevel, (line) => maskSecrets(line).text)
  for (const warning of config.warnings) log.warn({}, warning)
  // Loaded here, so that other commands start faster.
  const [{ createThreadsRenderer, STANDARD_LIMITS }, { listen }, { openMailTransport }] = await Promise.all([
    import('../pool/threads.ts'),
    import('../transports/http/server.ts'),
    import('../mail/open.ts'),
  ])
  const renderer = createThreadsRenderer({ threads: config.workers, ...STANDARD_LIMITS })
  const service = await openService(config, renderer)
  const timers: NodeJS.Timeout[] = []
  let server: RunningServer | null = null
  let jobs: JobRunner | null = null
  let delivery: MailDelivery | null = null
  // The timers run until the server has drained: without heartbeats the held units would be refunded.
  const close = () =>
    closeAll([
      () => Promise.all([server?.close(), jobs?.close(DRAIN_JOBS_MS)]),
      () => timers.forEach(clearInterval),
      () => delivery?.close(),
      async () => {
        if (server !== null)
          await service.sendUsageAlerts().catch((error) => log.warn({ error }, ALERTS_FAILED))
      },
      service.close,
    ])
  try {
    await service.prepare(signal)
    await Promise.all([service.sendHeartbeat(), service.loadPlanner()])
    server = await listen({
      ...config,
      baseUrlAt: (port) => baseUrlAt(config, port),
      appAt: (baseUrl) => service.composeAt(baseUrl).app,
      random: systemRandom,
      log,
      limits: { connections: config.connections, connectionsPerAddress: config.connectionsPerAddress },
    })
    jobs = service.openJobRunner(server.baseUrl)
    delivery = service.openDelivery(
      openMailTransport({
        smtpUrl: config.smtpUrl,
        from: config.mailFrom,
        baseUrl: server.baseUrl,
        directory: join(config.dataDir, 'outbox'),
        log,
      }),
      server.baseUrl,
    )
    const every = (ms: number, work: () => Promise<void>, failure: string) =>
      setInterval(() => void work().catch((error) => log.warn({ error }, failure)), ms)
    timers.push(
      every(HEARTBEAT_EVERY_MS, service.sendHeartbeat, 'quota: heartbeat failed'),
      every(TICK_EVERY_MS, jobs.tick, 'jobs: reading the queue failed'),
      every(SWEEP_EVERY_MS, jobs.sweep, 'jobs: deleting expired jobs failed'),
      every(SWEEP_EVERY_MS, service.sweepIdempotencyKeys, 'idempotency: deleting expired keys failed'),
      every(SWEEP_FILES_EVERY_MS, service.sweepFiles, FILES_LEFT),
      every(FLUSH_EVERY_MS, service.flushUsage, 'usage: writing counts failed, will retry'),
      every(AUDIT_EVERY_MS, service.flushAudit, 'audit trail: writing events failed, will retry'),
      every(AUDIT_SWEEP_EVERY_MS, service.sweepAudit, 'audit trail: deleting expired entries failed'),
      every(SWEEP_OAUTH_EVERY_MS, service.sweepOAuth, 'OAuth: deleting expired tokens failed'),
      every(ALERT_EVERY_MS, service.sendUsageAlerts, ALERTS_FAILED),
      every(LIVE_SWEEP_EVERY_MS, service.sweepLiveMap, LIVE_MAP_LEFT),
      every(SEND_EVERY_MS, delivery.run, 'mail: processing the queue failed'),
    )
    void service.sweepFiles().catch((error) => log.warn({ error }, FILES_LEFT))
    void service.sweepLiveMap().catch((error) => log.warn({ error }, LIVE_MAP_LEFT))
    log.info({ url: server.url, baseUrl: server.baseUrl }, 'listening')
    if (!isLoopback(config.host) && !server.baseUrl.startsWith('https:')) log.warn({}, KEYS_UNENCRYPTED)
    if (config.isOpen && isReachedFromOutside(config.host, server.baseUrl)) log.warn({}, OPEN_TO_EVERYBODY)
    await aborted(signal)
    log.info({}, 'draining')
  } catch (error) {
    // The first error matters more than a failure to close.
    await close().catch(() => {})
    throw error
  }
  await close()
}

/** Not logged behind a TLS proxy, which the base URL shows. */
const KEYS_UNENCRYPTED =
  'API keys are sent unencrypted: METES_HOST is not a loopback address, and METES_BASE_URL does not start with https://'
const OPEN_TO_EVERYBODY =
  'METES_ACCESS is open, and the service may be reached from the internet: everybody there can call everything without a key or a limit of units'

/** Decides by the machine's own addresses, if it listens on all of them, and by the published host. */
const isReachedFromOutside = (host: string, baseUrl: string): boolean => {
  const isWildcard = host === '0.0.0.0' || host === '::'
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses)
  const listened = isWildcard ? own.map(({ address }) => address) : [host]
  return [...listened, new URL(baseUrl).hostname].some((each) => !isPrivateHost(each))
}

const SWEEP_FILES_EVERY_MS = 600_000
/** Strangers can begin authorizations, so their rows are deleted soon after they expire. */
const SWEEP_OAUTH_EVERY_MS = 300_000
const LIVE_MAP_LEFT = 'live map: deleting old answers failed'
const FILES_LEFT = 'files: deleting expired files failed'

const ALERTS_FAILED = 'usage alerts: queueing emails failed'

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
