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

const LISTEN_ADVICE: Readonly<Record<string, (choice: string) => string>> = {
  EADDRINUSE: (choice) => `is in use by another process. Stop it, or choose another port with ${choice}.`,
  EACCES: (choice) =>
    `is not allowed for this user, or is reserved by the system. Choose another port above 1023 with ${choice}.`,
  EADDRNOTAVAIL: () => 'is not an address of this machine. Check METES_HOST.',
}

interface ListenError extends NodeJS.ErrnoException {
  readonly port?: number
  readonly address?: string
  /** Setting of the port, unless it is PORT. */
  readonly setting?: string
}

const listenFailure = (error: unknown): CommandFailure | null => {
  const { code, port, address, setting } = error as ListenError
  const advice = code === undefined ? undefined : LISTEN_ADVICE[code]
  if (advice === undefined || port === undefined) return null
  const choice = setting === undefined ? 'PORT=8081' : `${setting}=${port + 1}`
  return new CommandFailure(`Port ${port} on ${address} ${advice(choice)}`)
}
