/** The metrics of a process as plain data, in the form that prom-client writes and reads. */

export type Snapshot = readonly SnapshotMetric[]

export interface SnapshotMetric {
  readonly name: string
  readonly help: string
  readonly type: string
  /** How the values of several processes become one. */
  readonly aggregator: string
  readonly values: readonly {
    readonly value: number
    readonly labels: Readonly<Record<string, string | number>>
    /** Of a part of a histogram. */
    readonly metricName?: string
  }[]
}
