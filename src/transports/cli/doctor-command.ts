/** `metes doctor`: looks at everything the service needs and says what to do about what is wrong. */
import type { Command } from 'commander'
import { painter } from './colours.ts'
import { CommandFailure, failureMessages, interruptible } from './exit.ts'
import type { CliHost, CliIo } from './host.ts'

export const addDoctor = (program: Command, io: CliIo, host: CliHost): void => {
  program
    .command('doctor')
    .summary('Check that the service can run here.')
    .description(
      'Checks the runtime, the configuration, the data directory, the disk, the database, and that the mail server, Redis and the atlas are there.\nExits with 1 when something is wrong.',
    )
    .action(async () => {
      const paint = painter(io.stdout, io.env)
      let failures = 0
      for (const check of await host.healthChecks()) {
        try {
          const found = await interruptible(io.signal, check.run())
          io.stdout.write(`${paint('green', '✓')} ${check.name}: ${found}\n`)
        } catch (error) {
          io.signal.throwIfAborted()
          failures += 1
          io.stdout.write(`${paint('red', '✗')} ${check.name}: ${failureMessages(error).join(' ')}\n`)
        }
      }
      if (failures > 0) throw new CommandFailure(`${failures} check${failures === 1 ? '' : 's'} failed.`)
    })
}
