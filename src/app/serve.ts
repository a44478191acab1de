/** Runs the server in this process, with its worker threads and its chores. */
import { exposureWarnings } from '../config/exposure.ts'
import type { Config } from '../config/read-config.ts'
import type { RunningServer } from '../transports/http/server.ts'
import { aborted } from '../util/aborted.ts'
import type { Log } from '../util/log.ts'
import { startWarnings } from './doctor-open-files.ts'
import { greeting } from './greeting.ts'
import { listenToCollector, openMetrics } from './open/metrics.ts'
import { openLog } from './open/storage-space.ts'
import { startService } from './start-service.ts'

/** Serves until the signal is aborted, then drains. */
export const serve = async (config: Config, signal: AbortSignal): Promise<void> => {
  const log = openLog(config)
  for (const warning of startWarnings(config)) log.warn({}, warning)
  const metrics = await openMetrics(config)
  const collector = metrics === null ? null : await listenToCollector(config, metrics, log)
  try {
    const service = await startService(config, signal, { metrics })
    service.startSharedChores()
    announce(config, service, log)
    collector?.announce()
    await aborted(signal)
    log.info({}, 'draining')
    await service.stop({ notice: isNoticed(signal) })
  } finally {
    await collector?.close()
  }
}

/** Says where the service listens, and who can reach it. */
export const announce = (
  config: Config,
  server: Pick<RunningServer, 'url' | 'baseUrl'>,
  log: Log,
  facts: Readonly<Record<string, unknown>> = {},
): void => {
  if (process.stderr.isTTY && isInformed(config)) process.stderr.write(greeting(config, server))
  else log.info({ url: server.url, baseUrl: server.baseUrl, ...facts }, 'listening')
  for (const warning of exposureWarnings(config, server.baseUrl)) log.warn({}, warning)
}

const isInformed = ({ logLevel }: Config): boolean => logLevel === 'info' || logLevel === 'debug'

/** A supervisor sends SIGTERM, and a load balancer may be in front. A person who presses Ctrl-C waits for the end. */
export const isNoticed = ({ reason }: AbortSignal): boolean => reason === 'SIGTERM'
