/** Opens backups: for commands, without the service, and as a chore of the server. */
import { type Environment, environment } from '../../config/environment.ts'
import type { Config } from '../../config/read-config.ts'
import type { BackupOptions, Backups, ListedBackup } from '../../platform/backup/ports.ts'
import { momentOf, placeIn, type ScheduledBackup, scheduledBackup } from '../../platform/backup/schedule.ts'
import type { BackupPlace } from '../../storage/backup/place.ts'
import type { StoredData } from '../../storage/backup/write-backup.ts'
import { openStorage } from '../../storage/sql/open-storage.ts'
import type { Storage } from '../../storage/sql/stores.ts'
import type { BackupCommands } from '../../transports/cli/host.ts'
import { systemClock } from '../../util/clock.ts'
import { METES } from '../../util/command-name.ts'
import { randomId, systemRandom } from '../../util/random.ts'
import { PACKAGE_VERSION } from '../package-version.ts'
import { backupFigures } from './adapter-figures.ts'
import type { Opening } from './opening.ts'

/** A server that was stopped at the moment of a backup makes it soon after its start. */
const CHECK_EVERY_MS = 600_000
const LEASE = 'scheduled backup'

export const openBackup = ({ config, storage, log }: Pick<Opening, 'config' | 'storage' | 'log'>) => {
  const stopped = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  const watched = { everyMs: config.backup?.everyMs ?? null, newestMs: null as number | null, failures: 0 }
  const onListed = (listed: readonly ListedBackup[]): void => {
    const newest = listed.findLast(({ isComplete }) => isComplete)
    watched.newestMs = newest === undefined ? null : momentOf(newest.name)
  }
  const run = async (): Promise<void> => {
    const signal = stopped.signal
    const made = backUpOnSchedule(config, storage, environment, { isDueNow: false, signal, onListed })
    running = made.catch(() => {})
    const result = await made.catch((error) => {
      if (signal.aborted) return null
      watched.failures++
      throw error
    })
    if (result === null) return
    const { written, removed } = result
    log.info({ place: written.place, bytes: written.bytes, removed: removed.length }, 'backup written')
  }
  const isScheduled = watched.everyMs !== null
  return {
    prepare: async () => {
      if (isScheduled) await requireScheduledOutside(config)
    },
    chores: isScheduled ? [{ name: 'backups: writing the next one', everyMs: CHECK_EVERY_MS, run }] : [],
    figures: backupFigures(watched),
    /** Nothing of a backup that is being written is left. */
    close: async () => {
      stopped.abort()
      await running
    },
  }
}

/** For commands: they open no service, which would create and migrate databases. */
export const openBackups = (config: Config, env: Environment): BackupCommands => ({
  ...backupsOf(config, env),
  writeScheduled:
    config.backup === null
      ? null
      : async (options) => {
          const storage = await openStorage(config)
          try {
            return await backUpOnSchedule(config, storage, env, { ...options, isDueNow: true })
          } finally {
            await storage.close()
          }
        },
})

/** Says how old the newest scheduled backup is. @throws Error if there is none, or if one is overdue */
export const checkBackups = async (config: Config): Promise<string> => {
  if (config.backup === null) return `none are scheduled; "${METES} backup --to" writes one`
  await requireScheduledOutside(config)
  const { to, everyMs } = config.backup
  const complete = (await backupsOf(config, environment).list(to)).filter(({ isComplete }) => isComplete)
  const newest = complete.at(-1)
  if (newest === undefined) {
    if (everyMs === null) return 'there is none in METES_BACKUP_TO yet'
    throw new Error(
      `There is no complete backup in METES_BACKUP_TO. A server writes one soon after its start; look for "backups" in its log, or run "${METES} backup --schedule".`,
    )
  }
  if (everyMs !== null && systemClock.now() - momentOf(newest.name) > OVERDUE * everyMs)
    throw new Error(
      `The newest backup is ${newest.name}, and METES_BACKUP_SCHEDULE asks for one every ${everyMs / 1000} seconds. Look for "backups" in the log of the server, or run "${METES} backup --schedule".`,
    )
  return `${complete.length} in METES_BACKUP_TO, the newest is ${newest.name}`
}

const requireScheduledOutside = async ({ backup, dataDir }: Config): Promise<void> => {
  const { requireOutside } = await import('../../storage/backup/require-outside.ts')
  await requireOutside(backup!.to, dataDir, `METES_BACKUP_TO (${backup!.to})`)
}

/** A backup takes its time, and a server may be down for a while. */
const OVERDUE = 2

interface ScheduleOptions extends BackupOptions {
  readonly isDueNow: boolean
  /** Called with the backups that are there. */
  readonly onListed?: (listed: readonly ListedBackup[]) => void
}

const backUpOnSchedule = (
  config: Config,
  { liveCoordination }: Pick<Storage, 'liveCoordination'>,
  env: Environment,
  { onListed, ...options }: ScheduleOptions,
): Promise<ScheduledBackup | null> => {
  const owner = randomId(systemRandom, 16)
  const backups = backupsOf(config, env)
  return scheduledBackup(
    config.backup!,
    {
      backups: {
        ...backups,
        list: async (parent) => {
          const listed = await backups.list(parent)
          onListed?.(listed)
          return listed
        },
      },
      takeLease: (nowMs, untilMs) => liveCoordination.takeLease(LEASE, owner, nowMs, untilMs),
      endLease: () => liveCoordination.endLease(LEASE, owner),
      clock: systemClock,
    },
    options,
  )
}

const backupsOf = (config: Config, env: Environment): Backups => {
  const data: StoredData = {
    dataDir: config.dataDir,
    postgres: config.databaseUrl === null ? null : { url: config.databaseUrl, env },
    secretKey: config.secretKey,
    hasBucket: config.filesUrl !== null,
    version: PACKAGE_VERSION,
    clock: systemClock,
  }
  const at = async <T>(address: string, work: (place: BackupPlace) => Promise<T>): Promise<T> => {
    const { openPlace } = await import('../../storage/backup/open-place.ts')
    const place = await openPlace(address, { s3Defaults: config.s3Defaults, clock: systemClock })
    try {
      return await work(place)
    } finally {
      place.close()
    }
  }
  return {
    write: async (to, options) => {
      const [{ writeBackup }, { requireOutside }] = await Promise.all([
        import('../../storage/backup/write-backup.ts'),
        import('../../storage/backup/require-outside.ts'),
      ])
      await requireOutside(to, data.dataDir)
      return at(to, (place) => writeBackup(data, place, options))
    },
    verify: async (from, options) => {
      const { verifyBackup } = await import('../../storage/backup/verify-backup.ts')
      return at(from, (place) => verifyBackup(place, data.postgres, options))
    },
    restore: async (from, options) => {
      const { restoreBackup } = await import('../../storage/backup/restore-backup.ts')
      return at(from, (place) => restoreBackup(data, place, options))
    },
    list: (parent) => at(parent, (place) => place.children()),
    remove: (parent, name) => at(placeIn(parent, name), (place) => place.remove()),
  }
}
