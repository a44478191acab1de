/** `metes serve`: runs the service in the foreground until SIGTERM or SIGINT, then finishes running calls and exits. */
import type { Command } from 'commander'
import { CommandFailure } from '../../client/failure.ts'
import type { CliHost, CliIo } from '../host.ts'

export const addServe = (program: Command, io: CliIo, host: CliHost): void => {
  program
    .command('serve')
    .summary('Run the service over HTTP.')
    .description(
      'Runs the service over HTTP in the foreground until SIGTERM or SIGINT, then finishes running calls and exits.\nPORT and METES_HOST set the listen address (default: localhost:8080).',
    )
    .action(async () => {
      try {
        await host.serve(io.signal)
      } catch (error) {
        throw listenFailure(error) ?? error
      }
    })
}

const LISTEN_ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another process. Stop it, or choose another port with PORT=8081.',
  EACCES:
    'is not allowed for this user, or is reserved by the system. Choose another port above 1023 with PORT=8081.',
  EADDRNOTAVAIL: 'is not an address of this machine. Check METES_HOST.',
}

const listenFailure = (error: unknown): CommandFailure | null => {
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string }
  const advice = code === undefined ? undefined : LISTEN_ADVICE[code]
  if (advice === undefined || port === undefined) return null
  return new CommandFailure(`Port ${port} on ${address} ${advice}`)
}
