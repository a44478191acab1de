/** The metrics of all processes of a service as one. What a process has counted stays in the sums after it ended. */
import { AggregatorRegistry } from 'prom-client'
import type { Snapshot, SnapshotMetric } from './snapshot.ts'

export interface AllProcesses {
  /** Replaces the last snapshot of the process. */
  readonly take: (process: number | string, snapshot: Snapshot) => void
  /** The process has ended, and its id will not be used again: its counts stay, its gauges go. */
  readonly left: (process: number | string) => void
  /** In the text format of Prometheus, version 0.0.4. */
  readonly text: () => Promise<string>
}

export const METRICS_TYPE = AggregatorRegistry.PROMETHEUS_CONTENT_TYPE

export const createAllProcesses = (): AllProcesses => {
  const latest = new Map<number | string, Snapshot>()
  const ended = new Set<number | string>()
  /** Sums of the processes that have ended. */
  let past: Snapshot = []
  return {
    take: (process, snapshot) => {
      // A snapshot that arrives after the end of its process would be counted twice.
      if (!ended.has(process)) latest.set(process, snapshot)
    },
    left: (process) => {
      if (ended.has(process)) return
      ended.add(process)
      past = metricsOf(aggregated([past, (latest.get(process) ?? []).filter(isCounted)]))
      latest.delete(process)
    },
    text: () => aggregated([...latest.values(), past]).metrics(),
  }
}

const aggregated = (snapshots: readonly Snapshot[]) => AggregatorRegistry.aggregate([...snapshots])

const metricsOf = (registry: ReturnType<typeof aggregated>): Snapshot =>
  (registry.getMetricsAsArray() as unknown as Snapshot).map(({ name, help, type, aggregator, values }) => ({
    name,
    help,
    type,
    aggregator,
    values,
  }))

const isCounted = ({ type }: SnapshotMetric): boolean => type === 'counter' || type === 'histogram'
