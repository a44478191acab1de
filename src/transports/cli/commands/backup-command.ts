/** `metes backup`: writes a backup of all that the service stores, or verifies one. */
import type { Command } from 'commander'
import type { BackupProgress, BackupSummary } from '../../../platform/backup/ports.ts'
import { METES } from '../../../util/command-name.ts'
import { counted } from '../../../util/count-with-noun.ts'
import { UsageError } from '../exit-codes.ts'
import type { CliHost, CliIo } from '../host.ts'
import { bytesText, durationText } from '../terminal/progress-display.ts'
import { terminalText } from '../terminal/terminal-text.ts'
import { showProgress } from './with-service.ts'

export const addBackup = (program: Command, io: CliIo, host: CliHost): void => {
  const backup = program
    .command('backup')
    .summary('Write a backup of everything that the service stores, or verify one.')
    .usage('[options] | verify <backup>')
    .helpCommand(false)
    .description(
      `Writes all databases, as they are at one moment, and the files that cannot be made again: accounts, hashes of keys, apps and their grants, feedback, usage, imports, exported files. The service may run meanwhile.
The backup is a folder of plain files, or the same in a bucket: SQLite databases, or a dump of PostgreSQL (made by pg_dump, which must be installed), with their checksums in backup.json. It appears complete or not at all.
It contains no secret key unless you ask for it, no emails in the outbox, and no files that expire. Files in a bucket (METES_FILES_URL) stay there.
"${METES} restore" puts it back. A server writes backups by itself with METES_BACKUP_TO and METES_BACKUP_SCHEDULE.`,
    )
    .option(
      '--to <place>',
      'Folder outside the data directory that is new or empty, or s3://HOST/BUCKET/PREFIX',
    )
    .option(
      '--schedule',
      'Write the next scheduled backup now, to METES_BACKUP_TO, and delete the oldest beyond METES_BACKUP_KEEP',
    )
    .option(
      '--with-secret-key',
      'Include the secret key; keep such a backup as safe as the data directory itself',
    )
    .addHelpText('after', EXAMPLES)
    // For a sentence that says what to write instead.
    .allowExcessArguments()
    .action((options: BackupCommandOptions, { args }: Command) => runBackup(options, args, io, host))
  backup
    .command('verify')
    .summary('Restore a backup to a scratch folder and count its rows.')
    .description(
      'Reads a backup, compares every file with its checksum, opens the databases in a scratch folder as the service would, and compares the number of rows. A dump of PostgreSQL is loaded into a scratch database on the server of METES_DATABASE_URL.\nNothing stored is changed. Exits with 1 if the backup cannot be restored.',
    )
    .argument('<backup>', 'Folder or s3://HOST/BUCKET/PREFIX, as given to "backup --to"')
    .addHelpText('after', VERIFY_EXAMPLES)
    .action(async (from: string) => {
      const backups = await host.backups()
      const [summary, seconds] = await showProgress(io, host, backupProgressText, (onProgress) =>
        backups.verify(from, { onProgress, signal: io.signal }),
      )
      io.stderr.write(
        `${summaryText(summary)}The backup in ${terminalText(summary.place)} can be restored; verified in ${durationText(seconds)}.\n`,
      )
    })
}

const EXAMPLES = `
Examples:
  $ ${METES} backup --to /backups/2026-01-31
  $ ${METES} backup --to /media/usb/metes --with-secret-key
  $ ${METES} backup --to 's3://s3.example.org/backups/2026-01-31?region=eu'
  $ ${METES} backup verify /backups/2026-01-31
  $ ${METES} backup --schedule

The key of a bucket is best set in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY,
because other users can see arguments.`

const VERIFY_EXAMPLES = `
Examples:
  $ ${METES} backup verify /backups/2026-01-31
  $ ${METES} backup verify s3://s3.example.org/backups/2026-01-31`

interface BackupCommandOptions {
  readonly to?: string
  readonly schedule?: boolean
  readonly withSecretKey?: boolean
}

const runBackup = async (
  { to, schedule = false, withSecretKey = false }: BackupCommandOptions,
  [other]: readonly string[],
  io: CliIo,
  host: CliHost,
): Promise<void> => {
  if (other !== undefined)
    throw new UsageError(
      `"${other}" is no option. Write a backup there with "backup --to ${other}", or verify it with "backup verify ${other}".`,
    )
  if (to === '' || (to === undefined) === !schedule)
    throw new UsageError('Say where to write the backup: --to FOLDER, --to s3://…, or --schedule.')
  if (schedule && withSecretKey)
    throw new UsageError('Scheduled backups have no secret key: keep a copy of it elsewhere.')
  const backups = await host.backups()
  const { writeScheduled } = backups
  if (schedule && writeScheduled === null)
    throw new UsageError('--schedule needs METES_BACKUP_TO, the folder or the bucket for scheduled backups.')
  const [made, seconds] = await showProgress(io, host, backupProgressText, async (onProgress) => {
    const options = { onProgress, signal: io.signal }
    return to === undefined
      ? writeScheduled!(options)
      : { written: await backups.write(to, { ...options, withSecretKey }), removed: [] }
  })
  if (made === null) {
    io.stderr.write(
      'Another process is writing a scheduled backup at the moment; no second one was written.\n',
    )
    return
  }
  const { written, removed } = made
  io.stderr.write(summaryText(written))
  if (written.leavesOutBucket)
    io.stderr.write(
      'Exported files are in the bucket of METES_FILES_URL and are not part of the backup: back up that bucket, too.\n',
    )
  if (removed.length > 0) io.stderr.write(`Deleted ${removed.join(', ')}.\n`)
  io.stderr.write(
    `Wrote ${counted(written.files, 'file')}, ${bytesText(written.bytes)}, to ${terminalText(written.place)} in ${durationText(seconds)}.\n`,
  )
}

/** The rows that people know, over all databases. */
export const summaryText = ({ createdAt, rows, hasSecretKey }: BackupSummary): string => {
  const sumOver = (databases: readonly string[], table: string) =>
    databases.reduce((sum, database) => sum + (rows[database][table] ?? 0), 0)
  const total = (table: string) => sumOver(Object.keys(rows), table)
  // PostgreSQL may still have what an earlier version kept there, and is in the files now.
  const files = Object.keys(rows).filter((database) => database.endsWith('.db'))
  const inCatalog = (table: string) => (files.length > 0 ? sumOver(files, table) : total(table))
  const facts = [
    counted(total('account'), 'account'),
    counted(total('api_key'), 'key'),
    counted(total('oauth_grant'), 'grant of an app', 'grants of apps'),
    counted(total('feedback_item'), 'feedback item'),
    counted(total('usage_day'), 'row of usage', 'rows of usage'),
    counted(inCatalog('imported_file'), 'import'),
    counted(inCatalog('boundary'), 'boundary', 'boundaries'),
    hasSecretKey ? 'the secret key' : 'no secret key',
  ]
  return `Backup of ${createdAt}: ${facts.join(', ')}.\n`
}

const PHASES: Readonly<Record<BackupProgress['phase'], string>> = {
  writing: 'Writing',
  reading: 'Reading',
  checking: 'Checking',
  loading: 'Loading',
}

export const backupProgressText = (
  { phase, file, bytesDone, bytesTotal }: BackupProgress,
  elapsedMs: number,
): string => {
  const hasBytes = phase === 'writing' || phase === 'reading'
  return [
    `${PHASES[phase]} ${terminalText(file)}`,
    ...(hasBytes && bytesTotal > 0
      ? [
          `${Math.floor(Math.min(1, bytesDone / bytesTotal) * 100)} %`,
          `${bytesText(bytesDone)} of ${bytesText(bytesTotal)}`,
        ]
      : []),
    durationText(elapsedMs / 1000),
  ].join(' · ')
}
