/** `metes reload`: replaces the processes of a running service one by one, without a failed call. */
import type { Command } from 'commander'
import { METES } from '../../../util/command-name.ts'
import { counted } from '../../../util/count-with-noun.ts'
import { CommandFailure } from '../../client/command-failure.ts'
import type { CliHost, CliIo } from '../host.ts'

export const addReload = (program: Command, io: CliIo, host: CliHost): void => {
  program
    .command('reload')
    .summary('Replace the processes of the running service.')
    .description(
      `Replaces the processes of the service that "${METES} serve --processes" runs on the data directory, one by one and without a failed call, and waits until all are replaced. The new ones run the installed version, and read METES_PLANS_FILE again; settings in the environment are those of the first start.\nExits with 1 if no such service runs, or a new process does not start; the running ones then go on.`,
    )
    .action(async () => {
      const { dataDir, replaced } = await host.reload(io.signal)
      if (replaced === null)
        throw new CommandFailure(
          `No service of several processes runs on ${dataDir}. Start one with "${METES} serve --processes auto", or set METES_DATA_DIR to the directory of a running one.`,
        )
      io.stdout.write(`${counted(replaced, 'process is', 'processes are')} replaced.\n`)
    })
}
