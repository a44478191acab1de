/** What the live map does, for the operator: fetches, the servers that are asked, and the budget of the day. */
import { type LiveMap, LiveMapFailed } from '../../domain/live/ports.ts'
import type { DayBudget } from '../../sources/upstream/day-budget.ts'
import type { Upstream } from '../../sources/upstream/polite-client.ts'
import type { Figure } from '../../util/figure.ts'

/** Counts how the questions to a live map end: with an answer, or with a fault. */
export const countedLiveMap = (
  live: LiveMap,
): { readonly live: LiveMap; readonly figures: readonly Figure[] } => {
  const outcomes = new Map<string, number>()
  const counted = async <T>(asked: Promise<T>, outcomeOf: (answer: T) => string): Promise<T> => {
    const count = (outcome: string): void => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    try {
      const answer = await asked
      count(outcomeOf(answer))
      return answer
    } catch (error) {
      count(error instanceof LiveMapFailed ? error.fault.replaceAll(' ', '_') : 'error')
      throw error
    }
  }
  return {
    live: {
      fetch: (...question) => counted(live.fetch(...question), (outcome) => outcome),
      fetchChildren: (...question) => counted(live.fetchChildren(...question), () => 'fetched'),
      fetchContaining: (...question) => counted(live.fetchContaining(...question), () => 'fetched'),
      fetchFound: (...question) => counted(live.fetchFound(...question), () => 'fetched'),
    },
    figures: [
      {
        name: 'metes_live_fetches_total',
        help: 'Questions of calls to the live map, by how they ended. Answers that are still remembered are among them.',
        kind: 'counter',
        read: () => [...outcomes].map(([outcome, value]) => ({ value, labels: { outcome } })),
      },
    ],
  }
}

/** Servers have no name here: their addresses may hold secrets. */
export const upstreamFigures = (upstreams: Readonly<Record<string, Upstream>>): readonly Figure[] => {
  const read =
    (label: string, valuesOf: (state: ReturnType<Upstream['state']>) => Readonly<Record<string, number>>) =>
    () =>
      Object.entries(upstreams).flatMap(([upstream, { state }]) =>
        Object.entries(valuesOf(state())).map(([name, value]) => ({
          value,
          labels: { upstream, [label]: name },
        })),
      )
  return [
    {
      name: 'metes_live_requests_total',
      help: 'Requests to map servers: answered, answered with something unusable, or failed.',
      kind: 'counter',
      read: read('outcome', ({ requests }) => requests),
    },
    {
      name: 'metes_live_questions',
      help: 'Questions to map servers that take a slot or wait for one.',
      kind: 'gauge',
      read: read('state', ({ running, waiting }) => ({ running, waiting })),
    },
    {
      name: 'metes_live_servers',
      help: 'Map servers that may be asked, must pass a test first, or rest after a failure. Each process decides for itself; this is the most of any.',
      kind: 'gauge',
      across: 'max',
      read: read('state', ({ servers }) => servers),
    },
  ]
}

export const budgetFigures = ({ left }: Pick<DayBudget, 'left'>): readonly Figure[] => [
  {
    name: 'metes_live_budget_left_requests',
    help: 'Requests to map servers that today’s budget still allows, over all processes.',
    kind: 'gauge',
    across: 'max',
    read: async () => [{ value: (await left()).requests }],
  },
  {
    name: 'metes_live_budget_left_bytes',
    help: 'Bytes of answers of map servers that today’s budget still allows, over all processes.',
    kind: 'gauge',
    across: 'max',
    read: async () => [{ value: (await left()).bytes }],
  },
]
