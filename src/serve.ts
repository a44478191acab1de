/** The server: the service, listening, with the threads it renders in and the work that is due now and then. */
import { join } from 'node:path'
import { baseUrlAt, type Config } from './config.ts'
import { openService } from './main.ts'
import { AUDIT_EVERY_MS, AUDIT_SWEEP_EVERY_MS } from './platform/audit/audit.ts'
import { maskSecrets } from './platform/feedback/mask-secrets.ts'
import { TICK_EVERY_MS } from './platform/jobs/runner.ts'
import { SEND_EVERY_MS } from './platform/mail/delivery.ts'
import { RENEW_EVERY_MS } from './platform/quota.ts'
import { SWEEP_EVERY_MS } from './platform/repeats/repeats.ts'
import { FLUSH_EVERY_MS } from './platform/usage.ts'
import { ALERT_EVERY_MS } from './platform/usage-alerts.ts'
import { createLog } from './util/log.ts'
import { systemRandom } from './util/random.ts'

/** As long as answers are given time. */
const DRAIN_JOBS_MS = 10_000

/** Serves until the signal is aborted, then drains. */
export const serve = async (config: Config, signal: AbortSignal): Promise<void> => {
  const log = createLog(config.logLevel, (line) => maskSecrets(line).text)
  for (const warning of config.warnings) log.warn({}, warning)
  // Commands do without these, and start the sooner.
  const [{ createThreadsRenderer, STANDARD_LIMITS }, { listen }, { openMailTransport }] = await Promise.all([
    import('./pool/threads.ts'),
    import('./transports/http/server.ts'),
    import('./mail/open.ts'),
  ])
  const renderer = createThreadsRenderer({ threads: config.workers, ...STANDARD_LIMITS })
  const service = await openService(config, renderer)
  try {
    await service.prepare(signal)
    await Promise.all([service.renewUnits(), service.loadPlanner()])
    const server = await listen({
      ...config,
      baseUrlAt: (port) => baseUrlAt(config, port),
      appAt: (baseUrl) => service.composeAt(baseUrl).app,
      random: systemRandom,
      log,
      limits: { connections: config.connections, connectionsPerAddress: config.connectionsPerAddress },
    })
    const jobs = service.openJobRunner(server.baseUrl)
    const delivery = service.openDelivery(
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
    const timers = [
      every(RENEW_EVERY_MS, service.renewUnits, 'the units in use were not renewed'),
      every(TICK_EVERY_MS, jobs.tick, 'the queue of jobs could not be looked at'),
      every(SWEEP_EVERY_MS, jobs.sweep, 'old jobs were not forgotten'),
      every(SWEEP_EVERY_MS, service.sweepRepeats, 'old answers to repeated calls were not forgotten'),
      every(FLUSH_EVERY_MS, service.flushUsage, 'the usage of the last seconds was not written'),
      every(AUDIT_EVERY_MS, service.flushAudit, 'the audit trail of the last seconds was not written'),
      every(AUDIT_SWEEP_EVERY_MS, service.sweepAudit, 'what is old in the audit trail was not forgotten'),
      every(ALERT_EVERY_MS, service.sendUsageAlerts, ALERTS_FAILED),
      every(SEND_EVERY_MS, delivery.run, 'the queue of mail could not be read'),
    ]
    log.info({ url: server.url, baseUrl: server.baseUrl }, 'listening')
    await aborted(signal)
    log.info({}, 'draining')
    await Promise.all([server.close(), jobs.close(DRAIN_JOBS_MS)])
    for (const timer of timers) clearInterval(timer)
    await delivery.close()
    await service.sendUsageAlerts().catch((error) => log.warn({ error }, ALERTS_FAILED))
  } finally {
    await service.close()
  }
}

const ALERTS_FAILED = 'usage alerts were not queued'

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
