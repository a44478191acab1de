/** The metrics of all processes of a service as one. What a process has counted stays in the sums after it ended. */
import { AggregatorRegistry } from 'prom-client'
import type { Snapshot, SnapshotMetric } from './snapshot.ts'

/** Processes are identified by the objects that stand for them, because ids of the system are used again. */
export interface AllProcesses {
  /** Replaces the last snapshot of the process. */
  readonly take: (process: object, snapshot: Snapshot) => void
  /** The process has ended: its counts stay, its gauges go. */
  readonly left: (process: object) => void
  /** In the text format of Prometheus, version 0.0.4. */
  readonly text: () => Promise<string>
}

export const METRICS_TYPE = AggregatorRegistry.PROMETHEUS_CONTENT_TYPE

export const createAllProcesses = (): AllProcesses => {
  const latest = new Map<object, Snapshot>()
  const ended = new WeakSet<object>()
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
