/** The server: the service, listening, with the threads it renders in and the work that is due now and then. */
import { join } from 'node:path'
import { baseUrlAt, type Config } from '../config/config.ts'
import { AUDIT_EVERY_MS, AUDIT_SWEEP_EVERY_MS } from '../platform/audit/audit.ts'
import { maskSecrets } from '../platform/feedback/mask-secrets.ts'
import { SWEEP_EVERY_MS } from '../platform/idempotency/idempotency.ts'
import { type JobRunner, TICK_EVERY_MS } from '../platform/jobs/runner.ts'
import { type MailDelivery, SEND_EVERY_MS } from '../platform/mail/delivery.ts'
import { HEARTBEAT_EVERY_MS } from '../platform/quota.ts'
import { FLUSH_EVERY_MS } from '../platform/usage.ts'
import { ALERT_EVERY_MS } from '../platform/usage-alerts.ts'
import type { RunningServer } from '../transports/http/server.ts'
import { closeAll } from '../util/close-all.ts'
import { createLog } from '../util/log.ts'
import { isLoopback } from '../util/loopback.ts'
import { systemRandom } from '../util/random.ts'
import { openService } from './main.ts'

/** As long as answers are given time. */
const DRAIN_JOBS_MS = 10_000

/** Serves until the signal is aborted, then drains. */
export const serve = async (config: Config, signal: AbortSignal): Promise<void> => {
  const log = createLog(config.logLevel, (line) => maskSecrets(line).text)
  for (const warning of config.warnings) log.warn({}, warning)
  // Commands do without these, and start the sooner.
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
  // While answers are given time the timers go on: units that nobody renews would be given back.
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
      every(HEARTBEAT_EVERY_MS, service.sendHeartbeat, 'the units in use were not renewed'),
      every(TICK_EVERY_MS, jobs.tick, 'the queue of jobs could not be looked at'),
      every(SWEEP_EVERY_MS, jobs.sweep, 'old jobs were not forgotten'),
      every(SWEEP_EVERY_MS, service.sweepIdempotencyKeys, 'old answers to repeated calls were not forgotten'),
      every(SWEEP_FILES_EVERY_MS, service.sweepFiles, FILES_LEFT),
      every(FLUSH_EVERY_MS, service.flushUsage, 'the usage of the last seconds was not written'),
      every(AUDIT_EVERY_MS, service.flushAudit, 'the audit trail of the last seconds was not written'),
      every(AUDIT_SWEEP_EVERY_MS, service.sweepAudit, 'audit trail: deleting expired entries failed'),
      every(ALERT_EVERY_MS, service.sendUsageAlerts, ALERTS_FAILED),
      every(SEND_EVERY_MS, delivery.run, 'the queue of mail could not be read'),
    )
    void service.sweepFiles().catch((error) => log.warn({ error }, FILES_LEFT))
    log.info({ url: server.url, baseUrl: server.baseUrl }, 'listening')
    if (!isLoopback(config.host) && !server.baseUrl.startsWith('https:')) log.warn({}, KEYS_UNENCRYPTED)
    await aborted(signal)
    log.info({}, 'draining')
  } catch (error) {
    // Why the start failed says more than what could not be closed after it.
    await close().catch(() => {})
    throw error
  }
  await close()
}

/** A proxy that encrypts is named in the base URL. */
const KEYS_UNENCRYPTED =
  'callers send their keys unencrypted: METES_HOST is not this machine alone, and METES_BASE_URL does not begin with https://'
const SWEEP_FILES_EVERY_MS = 600_000
const FILES_LEFT = 'expired files were not removed'

const ALERTS_FAILED = 'usage alerts were not queued'

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
