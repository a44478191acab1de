/** Scheduled backups: one each period over all processes, in a folder named after its moment; the oldest are deleted. */
import { type Clock, rfc3339 } from '../../util/clock.ts'
import type { BackupOptions, BackupSummary, Backups, ListedBackup } from './ports.ts'

export interface BackupSchedule {
  /** Folder or bucket. */
  readonly to: string
  /** Null if only commands make backups. */
  readonly everyMs: number | null
  /** How many to keep. */
  readonly keep: number
}

export interface ScheduleDeps {
  readonly backups: Pick<Backups, 'write' | 'list' | 'remove'>
  /** Returns false if another process has the lease; the same owner renews it. */
  readonly takeLease: (nowMs: number, untilMs: number) => Promise<boolean>
  readonly endLease: () => Promise<void>
  readonly clock: Clock
}

export interface ScheduledBackup {
  readonly written: BackupSummary
  readonly removed: readonly string[]
}

/** Renewed while a backup makes progress; after a killed process, the others wait so long. */
const LEASE_MS = 600_000
const RENEW_MS = 60_000

/** Makes the next backup and deletes the oldest; returns null if it is not due, or if another process makes it. */
export const scheduledBackup = async (
  { to, everyMs, keep }: BackupSchedule,
  { backups, takeLease, endLease, clock }: ScheduleDeps,
  { isDueNow, ...options }: BackupOptions & { readonly isDueNow: boolean },
): Promise<ScheduledBackup | null> => {
  const isDue = async (): Promise<boolean> =>
    isDueNow || (everyMs !== null && isOlderThan(everyMs, await backups.list(to), clock.now()))
  const takeOrRenew = () => takeLease(clock.now(), clock.now() + LEASE_MS)
  if (!(await isDue()) || !(await takeOrRenew())) return null
  try {
    // Another process may have made it just before this one took the lease.
    if (!(await isDue())) return null
    let renewedMs = clock.elapsedMs()
    const onProgress: BackupOptions['onProgress'] = (progress) => {
      options.onProgress?.(progress)
      if (clock.elapsedMs() - renewedMs < RENEW_MS) return
      renewedMs = clock.elapsedMs()
      // A database that fails shows in what it is needed for.
      takeOrRenew().catch(() => {})
    }
    const name = nameAt(clock.now())
    const written = await backups.write(placeIn(to, name), { ...options, onProgress })
    const removed = expendable(await backups.list(to), keep).filter((each) => each !== name)
    for (const each of removed) await backups.remove(to, each)
    return { written, removed }
  } finally {
    await endLease()
  }
}

/** True if no complete backup is younger. A clock that was set back may have left some in the future, which do not count. */
const isOlderThan = (everyMs: number, listed: readonly ListedBackup[], nowMs: number): boolean =>
  !listed.some(({ name, isComplete }) => {
    const ageMs = nowMs - momentOf(name)
    return isComplete && ageMs >= 0 && ageMs < everyMs
  })

/** All complete ones but the newest, and incomplete ones that no process continues. */
export const expendable = (listed: readonly ListedBackup[], keep: number): readonly string[] => {
  const complete = listed.filter(({ isComplete }) => isComplete).map(({ name }) => name)
  const incomplete = listed.filter(({ isComplete }) => !isComplete).map(({ name }) => name)
  return [...complete.slice(0, Math.max(0, complete.length - keep)), ...incomplete]
}

const NAME = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\dZ)$/

/** `2026-01-31T04-05-06Z`: a name on every file system, in the order of time. */
const nameAt = (epochMs: number): string => rfc3339(epochMs).replaceAll(':', '-')

export const isBackupName = (name: string): boolean => NAME.test(name)

/** Epoch milliseconds. */
export const momentOf = (name: string): number => Date.parse(name.replace(NAME, '$1:$2:$3'))

/** The address of a backup below a folder or a bucket, whose parameters stay at the end. */
export const placeIn = (parent: string, name: string): string => {
  if (!parent.startsWith('s3://')) return `${parent.replace(/\/+$/, '')}/${name}`
  const url = new URL(parent)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${name}`
  return url.href
}
