/**
 * Counts calls and their times. prom-client finds a counter by joining the labels to a text, which takes a twentieth of the time of a
 * cached answer; here two look-ups find it. `metrics` writes the counts as prom-client does.
 */
import type { SnapshotMetric } from './snapshot.ts'

export interface CountedCall {
  readonly operation: string
  /** `ok`, or the code of a problem. */
  readonly outcome: string
  readonly durationMs: number
  /** Units that were spent. */
  readonly units: number
}

interface Names {
  readonly counter: string
  readonly counterHelp: string
  readonly histogram: string
  readonly histogramHelp: string
  /** Upper bounds of the buckets in seconds, ascending. */
  readonly buckets: readonly number[]
}

interface Counts {
  readonly labels: Readonly<Record<string, string>>
  readonly outcomes: Map<string, number>
  /** Of each bucket alone, the last for all that is above every bound. */
  readonly counts: number[]
  seconds: number
}

type Values = SnapshotMetric['values']

export class CallCounts {
  readonly #names: Names
  readonly #byOperation = new Map<string, Map<string | null, Counts>>()

  constructor(names: Names) {
    this.#names = names
  }

  /** @param transport a label of the counts; null for none */
  add({ operation, outcome, durationMs }: CountedCall, transport: string | null): void {
    const known = this.#byOperation.get(operation)?.get(transport)
    const counts = known ?? this.#begin(operation, transport)
    counts.outcomes.set(outcome, (counts.outcomes.get(outcome) ?? 0) + 1)
    const seconds = durationMs / 1000
    counts.seconds += seconds
    counts.counts[bucketOf(seconds, this.#names.buckets)]++
  }

  metrics(): readonly SnapshotMetric[] {
    const all = [...this.#byOperation.values()].flatMap((byTransport) => [...byTransport.values()])
    const { counter, counterHelp, histogram, histogramHelp } = this.#names
    const shared = { aggregator: 'sum' }
    return [
      { ...shared, name: counter, help: counterHelp, type: 'counter', values: all.flatMap(outcomesOf) },
      {
        ...shared,
        name: histogram,
        help: histogramHelp,
        type: 'histogram',
        values: all.flatMap((counts) => this.#timesOf(counts)),
      },
    ]
  }

  #begin(operation: string, transport: string | null): Counts {
    const counts: Counts = {
      labels: transport === null ? { operation } : { operation, transport },
      outcomes: new Map(),
      counts: new Array(this.#names.buckets.length + 1).fill(0),
      seconds: 0,
    }
    const byTransport = this.#byOperation.get(operation) ?? new Map<string | null, Counts>()
    this.#byOperation.set(operation, byTransport.set(transport, counts))
    return counts
  }

  /** Buckets are cumulative: each counts all that is at most its bound. */
  #timesOf({ labels, counts, seconds }: Counts): Values {
    const { histogram, buckets } = this.#names
    let count = 0
    const cumulative = [...buckets, '+Inf'].map((le, index) => {
      count += counts[index]
      return { metricName: `${histogram}_bucket`, labels: { le, ...labels }, value: count }
    })
    return [
      ...cumulative,
      { metricName: `${histogram}_sum`, labels, value: seconds },
      { metricName: `${histogram}_count`, labels, value: count },
    ]
  }
}

const bucketOf = (seconds: number, buckets: readonly number[]): number => {
  let index = 0
  while (index < buckets.length && seconds > buckets[index]) index++
  return index
}

const outcomesOf = ({ labels, outcomes }: Counts): Values =>
  [...outcomes].map(([outcome, value]) => ({ labels: { ...labels, outcome }, value }))
