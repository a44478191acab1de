/** Figures of what a server may depend on beside its disk: PostgreSQL, Redis and scheduled backups. Without samples if it does not. */
import type { Storage } from '../../storage/sql/stores.ts'
import type { Figure, FigureValue } from '../../util/figure.ts'

export const databaseFigures = ({ connections }: Pick<Storage, 'connections'>): readonly Figure[] => [
  {
    name: 'metes_database_connections',
    help: 'Connections to PostgreSQL, by whether they are in use.',
    kind: 'gauge',
    read: async () => {
      const counted = await connections()
      return counted === null
        ? []
        : [
            { value: counted.inUse, labels: { state: 'in_use' } },
            { value: counted.idle, labels: { state: 'idle' } },
          ]
    },
  },
  {
    name: 'metes_database_waiting',
    help: 'Questions to PostgreSQL that wait for a connection.',
    kind: 'gauge',
    read: async () => readingOf((await connections())?.waiting ?? null),
  },
]

/** What a server knows about its Redis; null if it has none. */
export interface WatchedRedis {
  /** Rejects if it does not answer. */
  readonly ping: () => Promise<void>
  readonly failures: () => number
}

export const redisFigures = (redis: WatchedRedis | null): readonly Figure[] => [
  {
    name: 'metes_redis_connected',
    help: '1 if Redis answers now, 0 if it does not.',
    kind: 'gauge',
    across: 'max',
    read: async () =>
      redis === null
        ? []
        : redis.ping().then(
            () => readingOf(1),
            () => readingOf(0),
          ),
  },
  {
    name: 'metes_redis_failures_total',
    help: 'Questions that Redis did not answer in time; limits are counted without it meanwhile.',
    kind: 'counter',
    read: () => readingOf(redis?.failures() ?? null),
  },
]

/** What a server knows about its scheduled backups. */
export interface WatchedBackups {
  /** Null if none are scheduled. */
  readonly everyMs: number | null
  /** Epoch milliseconds of the newest complete one; null if there is none, or none is known yet. */
  readonly newestMs: number | null
  readonly failures: number
}

export const backupFigures = (watched: WatchedBackups): readonly Figure[] => [
  {
    name: 'metes_backup_last_success_timestamp_seconds',
    help: 'When the newest complete scheduled backup began, as Unix time, whichever server made it.',
    kind: 'gauge',
    across: 'max',
    read: () => readingOf(watched.newestMs === null ? null : watched.newestMs / 1000),
  },
  {
    name: 'metes_backup_period_seconds',
    help: 'Time between two scheduled backups.',
    kind: 'gauge',
    across: 'max',
    read: () => readingOf(watched.everyMs === null ? null : watched.everyMs / 1000),
  },
  {
    name: 'metes_backup_failures_total',
    help: 'Scheduled backups that failed; the log has their reasons.',
    kind: 'counter',
    read: () => readingOf(watched.everyMs === null ? null : watched.failures),
  },
]

const readingOf = (value: number | null): readonly FigureValue[] => (value === null ? [] : [{ value }])
