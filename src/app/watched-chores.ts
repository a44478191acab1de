/** The chores of a server, with when each last succeeded and how often it failed. */
import type { Clock } from '../util/clock.ts'
import type { Figure } from '../util/figure.ts'
import type { Chore } from './open/parts.ts'

export const watchedChores = (chores: readonly Chore[], clock: Pick<Clock, 'now'>) => {
  const states = new Map(chores.map(({ name }) => [name, { succeededMs: Number.NaN, failures: 0 }]))
  const watched = (chore: Chore): Chore => ({
    ...chore,
    run: async () => {
      const state = states.get(chore.name)!
      try {
        await chore.run()
        state.succeededMs = clock.now()
      } catch (error) {
        state.failures++
        throw error
      }
    },
  })
  const figures: readonly Figure[] = [
    {
      name: 'metes_chore_last_success_timestamp_seconds',
      help: 'When periodic work of the server last succeeded, as Unix time.',
      kind: 'gauge',
      across: 'max',
      read: () =>
        [...states]
          .filter(([, { succeededMs }]) => !Number.isNaN(succeededMs))
          .map(([chore, { succeededMs }]) => ({ value: succeededMs / 1000, labels: { chore } })),
    },
    {
      name: 'metes_chore_failures_total',
      help: 'Failures of periodic work of the server; the log has their reasons.',
      kind: 'counter',
      read: () => [...states].map(([chore, { failures }]) => ({ value: failures, labels: { chore } })),
    },
  ]
  return { chores: chores.map(watched), figures }
}
