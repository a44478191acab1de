/** A number that the service knows about itself, for its operator. Parts of the service state theirs; `src/metrics/` publishes them. */
export interface Figure {
  /** As Prometheus names metrics: https://prometheus.io/docs/practices/naming/. */
  readonly name: string
  readonly help: string
  /** A counter only grows while the process lives. */
  readonly kind: 'counter' | 'gauge'
  /** How the values of several processes become one: `sum` by default, `max` for what all of them read from one place. */
  readonly across?: 'sum' | 'max'
  readonly read: () => readonly FigureValue[] | Promise<readonly FigureValue[]>
}

export interface FigureValue {
  readonly value: number
  /** From a fixed set: never what callers send, nor names of servers, files and places. */
  readonly labels?: Readonly<Record<string, string>>
}
