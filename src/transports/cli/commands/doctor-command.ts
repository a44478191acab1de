/** `metes doctor`: checks everything that the service needs and says how to fix problems. */
import type { Command } from 'commander'
import { CommandFailure } from '../../client/command-failure.ts'
import { failureMessages, interruptible } from '../exit-codes.ts'
import type { CliHost, CliIo, HealthCheck } from '../host.ts'
import { painter } from '../terminal/colours.ts'
import { terminalText } from '../terminal/terminal-text.ts'

export const addDoctor = (program: Command, io: CliIo, host: CliHost): void => {
  program
    .command('doctor')
    .summary('Check that the service can run here.')
    .description(
      'Checks the runtime, the settings, the data directory, the disk, the database, the mail server, Redis, the atlas, the land mask, the model, the limit of open files, and the servers of the live map if it is on.\nExits with 1 if a check fails. With --fix, it repairs what it can and reports what it did.',
    )
    .option('--fix', 'Repair file modes and a changed secret key')
    .action(async ({ fix: mends = false }: { fix?: boolean }) => {
      const paint = painter(io.stdout, io.env)
      /** The check that first failed for a reason. */
      const reasons = new Map<string, string>()
      let failures = 0
      for (const check of await host.healthChecks()) {
        try {
          const found = await interruptible(io.signal, mends ? mended(check) : check.run())
          io.stdout.write(`${paint('green', '✓')} ${check.name}: ${terminalText(found)}\n`)
        } catch (error) {
          io.signal.throwIfAborted()
          failures += 1
          const reason = failureMessages(error).map(terminalText).join(' ')
          const first = reasons.get(reason)
          reasons.set(reason, first ?? check.name)
          io.stdout.write(
            `${paint('red', '✗')} ${check.name}: ${first === undefined ? reason : `as for ${first}`}\n`,
          )
        }
      }
      if (failures > 0) throw new CommandFailure(`${failures} check${failures === 1 ? '' : 's'} failed.`)
    })
}

/** Runs the check; if it fails and has a fix, applies the fix. */
const mended = async (check: HealthCheck): Promise<string> => {
  try {
    return await check.run()
  } catch (error) {
    if (check.fix === undefined) throw error
    return check.fix()
  }
}
