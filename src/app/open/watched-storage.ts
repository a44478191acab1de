/** The stores, with a span around each call if the server makes traces, and counted by store if anybody reads the metrics. */
import type { Storage } from '../../storage/sql/stores.ts'
import { systemClock } from '../../util/clock.ts'
import type { Figure } from '../../util/figure.ts'
import { intercepted } from '../../util/intercepted.ts'
import { lazily } from '../../util/lazily.ts'
import { isLater, type NowOrLater } from '../../util/now-or-later.ts'
import { traced } from '../../util/tracing.ts'
import { databaseFigures } from './adapter-figures.ts'

interface StoreCounts {
  ok: number
  failed: number
  elapsedMs: number
}

export const watchedStorage = (
  storage: Storage,
  isCounted: boolean,
): { readonly storage: Storage; readonly figures: readonly Figure[] } => {
  const counts = new Map<string, StoreCounts>()
  const watched = <T extends object>(name: string, store: T): T =>
    traced(`storage.${name}`, isCounted ? countedStore(store, countsOf(counts, wordOf(name))) : store)
  const stores = Object.entries(storage).map(([name, member]): [string, unknown] => [
    name,
    typeof member === 'object' && member !== null ? watched(name, member) : member,
  ])
  return {
    storage: {
      ...(Object.fromEntries(stores) as unknown as Storage),
      openFetched: lazily(async () => watched('fetched', await storage.openFetched())).get,
    },
    figures: isCounted ? [...figuresOf(counts), ...databaseFigures(storage)] : [],
  }
}

/** Counts what takes time: an answer that is there at once comes from memory. */
const countedStore = <T extends object>(store: T, counts: StoreCounts): T =>
  intercepted(store, (_method, call) => {
    const startedMs = systemClock.elapsedMs()
    const result = call() as NowOrLater<unknown>
    if (!isLater(result)) return result
    return result.then(
      (value) => {
        counts.ok++
        counts.elapsedMs += systemClock.elapsedMs() - startedMs
        return value
      },
      (error: unknown) => {
        counts.failed++
        counts.elapsedMs += systemClock.elapsedMs() - startedMs
        throw error
      },
    )
  })

const countsOf = (counts: Map<string, StoreCounts>, store: string): StoreCounts => {
  const made = { ok: 0, failed: 0, elapsedMs: 0 }
  counts.set(store, made)
  return made
}

/** Labels of Prometheus are written with underscores. */
const wordOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const figuresOf = (counts: ReadonlyMap<string, StoreCounts>): readonly Figure[] => [
  {
    name: 'metes_storage_calls_total',
    help: 'Calls to a store of the databases, by whether they failed.',
    kind: 'counter',
    read: () =>
      [...counts].flatMap(([store, { ok, failed }]) => [
        { value: ok, labels: { store, outcome: 'ok' } },
        { value: failed, labels: { store, outcome: 'failed' } },
      ]),
  },
  {
    name: 'metes_storage_seconds_total',
    help: 'Time that calls to a store took together.',
    kind: 'counter',
    read: () => [...counts].map(([store, { elapsedMs }]) => ({ value: elapsedMs / 1000, labels: { store } })),
  },
]
