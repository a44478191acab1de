/** Opens the metrics of a server. Loaded only if the settings ask for them: prom-client takes a part of a server's start. */
import type { Config } from '../../config/read-config.ts'
import type { AllProcesses } from '../../metrics/all-processes.ts'
import type { MetricsListener } from '../../metrics/metrics-server.ts'
import type { ProcessMetrics } from '../../metrics/process-metrics.ts'
import type { RunningServer } from '../../transports/http/server.ts'
import type { Figure } from '../../util/figure.ts'
import type { Log } from '../../util/log.ts'
import { PACKAGE_VERSION } from '../package-version.ts'

/** Returns null if nobody reads them. */
export const openMetrics = async ({
  metricsPort,
}: Pick<Config, 'metricsPort'>): Promise<ProcessMetrics | null> => {
  if (metricsPort === null) return null
  const { createProcessMetrics } = await import('../../metrics/process-metrics.ts')
  const metrics = createProcessMetrics()
  metrics.add([
    {
      name: 'metes_info',
      help: 'The version that runs.',
      kind: 'gauge',
      across: 'max',
      read: () => [{ value: 1, labels: { version: PACKAGE_VERSION } }],
    },
  ])
  return metrics
}

export const connectionFigure = ({ connections }: Pick<RunningServer, 'connections'>): Figure => ({
  name: 'metes_connections',
  help: 'Open connections of callers.',
  kind: 'gauge',
  read: async () => [{ value: await connections() }],
})

export interface Collector extends Pick<MetricsListener, 'close'> {
  /** Other processes of the service, whose metrics are served with those of this one. */
  readonly processes: AllProcesses
  /** Says in the log where the metrics are. */
  readonly announce: () => void
}

/** Serves the metrics of this process, and of others. */
export const listenToCollector = async (
  { host, metricsPort }: Pick<Config, 'host' | 'metricsPort'>,
  own: ProcessMetrics,
  log: Pick<Log, 'info' | 'error'>,
): Promise<Collector> => {
  const [{ createAllProcesses }, { listenForMetrics }] = await Promise.all([
    import('../../metrics/all-processes.ts'),
    import('../../metrics/metrics-server.ts'),
  ])
  const processes = createAllProcesses()
  const text = async (): Promise<string> => {
    processes.take(own, await own.snapshot())
    return processes.text()
  }
  const { url, close } = await listenForMetrics({ host, port: metricsPort ?? 0, text, log })
  return { processes, announce: () => log.info({ url }, 'serving metrics'), close }
}
