/** `metes restore`: puts a backup in place of what the service stores. */
import type { Command } from 'commander'
import type { RestoredKey } from '../../../platform/backup/ports.ts'
import { METES } from '../../../util/command-name.ts'
import type { CliHost, CliIo } from '../host.ts'
import { bytesText, durationText } from '../terminal/progress-display.ts'
import { terminalText } from '../terminal/terminal-text.ts'
import { backupProgressText, summaryText } from './backup-command.ts'
import { showProgress } from './with-service.ts'

export const addRestore = (program: Command, io: CliIo, host: CliHost): void => {
  program
    .command('restore')
    .summary('Restore a backup into the data directory or the database.')
    .description(
      `Restores a backup of "${METES} backup" into the data directory (METES_DATA_DIR), or into PostgreSQL (METES_DATABASE_URL) if it has a dump. Stop all servers first.
Everything is read and compared with its checksums before anything changes. A restore that is refused, fails or is interrupted leaves everything as it was.
It is refused if a server runs, if there are data already, if a newer Metes wrote the backup, or if a byte of it changed.`,
    )
    .argument('<backup>', 'Folder or s3://HOST/BUCKET/PREFIX, as given to "backup --to"')
    .option('--force', 'Replace the data that are there. They are lost: back them up first')
    .addHelpText('after', EXAMPLES)
    .action(async (from: string, { force = false }: { readonly force?: boolean }) => {
      const backups = await host.backups()
      const [summary, seconds] = await showProgress(io, host, backupProgressText, (onProgress) =>
        backups.restore(from, { force, onProgress, signal: io.signal }),
      )
      io.stderr.write(summaryText(summary))
      io.stderr.write(secretKeyAdvice(summary.secretKey))
      io.stderr.write(
        `Restored ${bytesText(summary.bytes)} from ${terminalText(summary.place)} in ${durationText(seconds)}. Keys and grants that were revoked after the backup are valid again.\n`,
      )
    })
}

const EXAMPLES = `
Examples:
  $ ${METES} restore /backups/2026-01-31
  $ METES_DATA_DIR=/srv/metes ${METES} restore s3://s3.example.org/backups/2026-01-31
  $ ${METES} restore /backups/2026-01-31 --force`

const secretKeyAdvice = ({ state, place }: RestoredKey): string => {
  if (state === 'fits') return ''
  const lost = `If it is lost, "${METES} doctor --fix" takes a new one; pending sign-ins then start again.\n`
  if (state === 'missing')
    return `The secret key is missing: before the first start, copy secret.key into the data directory, or set METES_SECRET_KEY. ${lost}`
  return `The data of the backup were used with another secret key than ${terminalText(place)}, and no server starts with this one: before the first start, put the right key there. ${lost}`
}
