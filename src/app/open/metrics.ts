/** Opens the metrics of a server. Loaded only if the settings ask for them: prom-client takes a part of a server's start. */
import type { Config } from '../../config/read-config.ts'
import type { MetricsListener } from '../../metrics/listen.ts'
import type { ProcessMetrics } from '../../metrics/process-metrics.ts'
import type { RunningServer } from '../../transports/http/server.ts'
import type { Figure } from '../../util/figure.ts'
import type { Log } from '../../util/log.ts'
import { PACKAGE_VERSION } from '../package-version.ts'

export const openMetrics = async (): Promise<ProcessMetrics> => {
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

/** Serves the metrics of this process. */
export const listenToCollector = async (
  { host, metricsPort }: Pick<Config, 'host' | 'metricsPort'>,
  metrics: ProcessMetrics,
  log: Pick<Log, 'error'>,
): Promise<MetricsListener> => {
  const [{ createAllProcesses }, { listenForMetrics }] = await Promise.all([
    import('../../metrics/all-processes.ts'),
    import('../../metrics/listen.ts'),
  ])
  const processes = createAllProcesses()
  const text = async (): Promise<string> => {
    processes.take(process.pid, await metrics.snapshot())
    return processes.text()
  }
  return listenForMetrics({ host, port: metricsPort ?? 0, text, log })
}
