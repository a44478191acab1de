/** What the threads for heavy work do, for the operator. */
import type { LaneState } from '../../compute/pool/lane.ts'
import type { PooledCompute } from '../../compute/pool/open-compute.ts'
import type { Figure, FigureValue } from '../../util/figure.ts'

export const laneFigures = ({ lanes }: Pick<PooledCompute, 'lanes'>): readonly Figure[] => {
  const ofEach = (values: (state: LaneState) => Readonly<Record<string, number>>, label: string) => () =>
    lanes()
      .entries()
      .flatMap(([lane, state]) =>
        Object.entries(values(state)).map(([name, value]) => ({ value, labels: { lane, [label]: name } })),
      )
      .toArray()
  const each = (numberOf: (state: LaneState) => number) => (): readonly FigureValue[] =>
    lanes()
      .entries()
      .map(([lane, state]) => ({ value: numberOf(state), labels: { lane } }))
      .toArray()
  return [
    {
      name: 'metes_lane_tasks',
      help: 'Tasks of a lane, running in its threads or waiting for one.',
      kind: 'gauge',
      read: ofEach(({ running, waiting }) => ({ running, waiting }), 'state'),
    },
    {
      name: 'metes_lane_threads',
      help: 'Threads of a lane, with work or without.',
      kind: 'gauge',
      read: each(({ threads }) => threads),
    },
    {
      name: 'metes_lane_done_total',
      help: 'Tasks that a thread of the lane has done.',
      kind: 'counter',
      read: each(({ done }) => done),
    },
    {
      name: 'metes_lane_refused_total',
      help: 'Tasks that were refused or stopped: the queue was full, or they took too much time or memory.',
      kind: 'counter',
      read: ofEach(({ refused }) => refused, 'reason'),
    },
    {
      name: 'metes_lane_processor_seconds_total',
      help: 'Processor time that the tasks of a lane have used.',
      kind: 'counter',
      read: each(({ processorMs }) => processorMs / 1000),
    },
  ]
}
