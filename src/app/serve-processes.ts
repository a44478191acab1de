/** Runs the server as several processes: this one is their primary, or one of them. */
import { join, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Config } from '../config/read-config.ts'
import type { Snapshot } from '../metrics/snapshot.ts'
import { createMemoryRateLimitStore } from '../platform/rate-limit/memory-store.ts'
import type { Channel } from '../processes/channel.ts'
import { openControl } from '../processes/control.ts'
import { forkProcess, openPrimary } from '../processes/fork.ts'
import { BEAT_EVERY_MS, type Serving } from '../processes/member.ts'
import { countRateLimits, sharedRateLimits } from '../processes/shared-rate-limits.ts'
import { createFlights, sharedWork } from '../processes/shared-work.ts'
import { supervise } from '../processes/supervise.ts'
import { takeFileLock } from '../storage/sql/file-lock.ts'
import { aborted } from '../util/aborted.ts'
import { systemClock } from '../util/clock.ts'
import { METES } from '../util/command-name.ts'
import { freePort } from '../util/free-port.ts'
import { startWarnings } from './doctor-open-files.ts'
import { type Collector, listenToCollector, openMetrics } from './open/metrics.ts'
import { openLog } from './open/storage-space.ts'
import { PACKAGE_VERSION } from './package-version.ts'
import { countProcesses } from './process-figures.ts'
import { announce, isNoticed } from './serve.ts'
import { startService } from './start-service.ts'

interface ServeOptions {
  readonly config: Config
  readonly processes: number
}

/** Serves until the signal is aborted, or the primary says so, then drains. */
export const serveProcesses = async (options: ServeOptions, signal: AbortSignal): Promise<void> => {
  const primary = openPrimary()
  return primary === null ? supervised(options, signal) : serveFor(primary, options)
}

const supervised = async ({ config, processes }: ServeOptions, signal: AbortSignal): Promise<void> => {
  const log = openLog(config)
  for (const warning of startWarnings(config)) log.warn({}, warning)
  const release = await takeFileLock(join(config.dataDir, 'primary.lock'))
  if (release === null)
    throw new Error(
      `A service of several processes already runs on ${resolve(config.dataDir)}. Stop it, or set METES_DATA_DIR to another directory; "${METES} reload" replaces its processes.`,
    )
  let collector: Collector | null = null
  try {
    // One port for all, and for their replacements.
    const settings: Readonly<Record<string, string>> =
      config.port === 0 ? { PORT: String(await freePort(config.host)) } : {}
    const metrics = await openMetrics(config)
    const counted = countProcesses()
    metrics?.add(counted.figures)
    collector = metrics === null ? null : await listenToCollector(config, metrics, log)
    const rateLimits = createMemoryRateLimitStore(systemClock)
    const flights = createFlights()
    const supervisor = await supervise(
      {
        count: processes,
        start: () => forkProcess(settings),
        onStart: (member) => {
          const { channel } = member
          countRateLimits(channel, rateLimits)
          flights.join(channel)
          counted.started()
          channel.on(METRICS, (snapshot) => collector?.processes.take(member, snapshot as Snapshot))
        },
        onLeave: (member, isCrash) => {
          flights.leave(member.channel)
          counted.left(isCrash)
          collector?.processes.left(member)
        },
        clock: systemClock,
        log,
      },
      signal,
    )
    const control = await openControl(config.dataDir, supervisor)
    onHangUp(() =>
      supervisor.reload().catch((error) => log.error({ error }, 'replacing the processes failed')),
    )
    announce(config, supervisor.serving, log, { processes })
    collector?.announce()
    await aborted(signal)
    log.info({}, 'draining')
    await Promise.all([supervisor.stop({ notice: isNoticed(signal) }), control.close()])
  } finally {
    await collector?.close()
    release()
  }
}

/** Topic of the messages in which a process sends its metrics. */
const METRICS = 'metrics'
/** A process that is killed loses what it has counted since. */
const SEND_METRICS_EVERY_MS = 2_000

/** On Windows the console that closes hangs up, and ends the processes. */
const onHangUp = (act: () => unknown): void => {
  if (process.platform !== 'win32') process.on('SIGHUP', () => void act())
}

/** Serves in this process until the primary stops or replaces it. */
const serveFor = async (primary: Channel, { config, processes }: ServeOptions): Promise<void> => {
  const starting = new AbortController()
  const stopping = Promise.withResolvers<'retire' | { readonly notice: boolean }>()
  primary.on('stop', (how) => {
    starting.abort()
    stopping.resolve(how as { readonly notice: boolean })
  })
  primary.on('retire', () => stopping.resolve('retire'))
  onHangUp(() => {})
  const metrics = await openMetrics(config)
  const siblings = {
    rateLimits: sharedRateLimits(primary),
    // During a reload, processes of two versions may run.
    shareWork: <T>(key: string, work: () => Promise<T>) =>
      sharedWork(primary)(`${PACKAGE_VERSION} ${key}`, work),
  }
  const service = await startService(config, starting.signal, { siblings, processes, metrics })
  const { url, baseUrl, owner } = service
  primary.on('do chores', service.startSharedChores)
  primary.on('end lease', (dead) => service.endLease(dead as string))
  primary.send('serving', { url, baseUrl, owner } satisfies Serving)
  const beating = setInterval(() => primary.send('beat'), BEAT_EVERY_MS)
  const sendMetrics = async (): Promise<void> => {
    if (metrics !== null) primary.send(METRICS, await metrics.snapshot())
  }
  void sendMetrics()
  const sending = setInterval(sendMetrics, SEND_METRICS_EVERY_MS)
  const how = await stopping.promise
  await (how === 'retire' ? service.retire() : service.stop(how))
  clearInterval(beating)
  clearInterval(sending)
  await sendMetrics()
  // Messages go at the end of the turn.
  await setImmediate()
}
