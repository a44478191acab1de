/** The metrics of this process. `snapshot` is plain data in the form of prom-client, which a worker can send to its primary. */
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Figure, FigureValue } from '../util/figure.ts'
import { CALL_SECONDS, JOB_SECONDS } from './histogram-bounds.ts'
import { CallCounts, type CountedCall } from './labelled-counts.ts'
import type { Snapshot, SnapshotMetric } from './snapshot.ts'

export type ProcessMetrics = ReturnType<typeof createProcessMetrics>

/** A store that does not answer takes its own figures along, and no others. */
const READ_TIMEOUT_MS = 2_000

/** Of an interval without a single measurement they are nonsense; the others say all that is of use. */
const USELESS = ['min', 'mean', 'stddev'].map((each) => `nodejs_eventloop_lag_${each}_seconds`)

/** @param readTimeoutMs for one figure */
export const createProcessMetrics = (readTimeoutMs = READ_TIMEOUT_MS) => {
  const register = new Registry()
  collectDefaultMetrics({ register })
  for (const name of USELESS) register.removeSingleMetric(name)
  const calls = new CallCounts({
    counter: 'metes_calls_total',
    counterHelp:
      'Finished calls. The outcome is ok, accepted for a call that became a job, or the code of the problem.',
    histogram: 'metes_call_duration_seconds',
    histogramHelp: 'Time from the arrival of a call to its answer, without sending it.',
    buckets: CALL_SECONDS,
  })
  const jobs = new CallCounts({
    counter: 'metes_jobs_total',
    counterHelp: 'Jobs that ended in this service. The outcome is ok or the code of the problem.',
    histogram: 'metes_job_duration_seconds',
    histogramHelp: 'Time that jobs ran, without their wait in the queue.',
    buckets: JOB_SECONDS,
  })
  const units = new Map<string, number>()
  const figures: Figure[] = []

  return {
    /** @param transport null for a job, whose time says nothing about the waits of callers */
    record: (call: CountedCall, transport: string | null): void => {
      if (transport === null) jobs.add(call, null)
      else calls.add(call, transport)
      if (call.units > 0) units.set(call.operation, (units.get(call.operation) ?? 0) + call.units)
    },
    add: (more: readonly Figure[]): void => void figures.push(...more),
    snapshot: async (): Promise<Snapshot> => {
      const read = await Promise.all(figures.map((figure) => metricOf(figure, readTimeoutMs)))
      const unread = read.filter((metric) => metric === null).length
      return [
        ...((await register.getMetricsAsJSON()) as unknown as Snapshot).map(corrected),
        ...calls.metrics(),
        ...jobs.metrics(),
        unitsMetric(units),
        ...read.filter((metric) => metric !== null),
        unreadMetric(unread),
      ]
    },
  }
}

/** Returns null if the figure cannot be read now. */
const metricOf = async ({ read, ...figure }: Figure, timeoutMs: number): Promise<SnapshotMetric | null> => {
  try {
    return metric(figure, await inTime(read, timeoutMs))
  } catch {
    return null
  }
}

const metric = (
  { name, help, kind, across = 'sum' }: Omit<Figure, 'read'>,
  readings: readonly FigureValue[],
): SnapshotMetric => ({
  name,
  help,
  type: kind,
  aggregator: across,
  values: readings.map(({ value, labels = {} }) => ({ value, labels })),
})

const unitsMetric = (units: ReadonlyMap<string, number>): SnapshotMetric =>
  metric(
    { name: 'metes_units_total', help: 'Units that calls and jobs have spent.', kind: 'counter' },
    [...units].map(([operation, value]) => ({ value, labels: { operation } })),
  )

const unreadMetric = (value: number): SnapshotMetric =>
  metric(
    {
      name: 'metes_unread_figures',
      help: 'Metrics that are missing here because what they are read from, a store or a disk, did not answer.',
      kind: 'gauge',
    },
    [{ value }],
  )

const inTime = async (read: Figure['read'], timeoutMs: number): Promise<readonly FigureValue[]> => {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error('The figure was not read in time.')), timeoutMs)
  try {
    return await Promise.race([read(), timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** JSON has no NaN, which a percentile of nothing is; and the mean of several event loops hides the one that is blocked. */
const corrected = ({ name, help, type, aggregator, values }: SnapshotMetric): SnapshotMetric => ({
  name,
  help,
  type,
  aggregator: name.startsWith('nodejs_eventloop_lag') ? 'max' : aggregator,
  values: values.filter(({ value }) => Number.isFinite(value)),
})
