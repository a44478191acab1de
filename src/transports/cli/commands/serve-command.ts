/** `metes serve`: runs the service in the foreground until SIGTERM or SIGINT, then finishes running calls and exits. */
import { availableParallelism } from 'node:os'
import { type Command, InvalidArgumentError } from 'commander'
import { CommandFailure } from '../../client/command-failure.ts'
import type { CliHost, CliIo } from '../host.ts'

export const addServe = (program: Command, io: CliIo, host: CliHost): void => {
  program
    .command('serve')
    .summary('Run the service over HTTP.')
    .description(
      'Runs the service over HTTP in the foreground until SIGTERM or SIGINT, then finishes running calls and exits.\nPORT and METES_HOST set the listen address (default: localhost:8080).\nWith --processes, several processes share the port and use all cores; one more starts and replaces them.',
    )
    .option(
      '--processes <number>',
      'Processes that answer calls: a number, or "auto" for one per core',
      numberOfProcesses,
    )
    .action(async ({ processes = null }: { processes?: number | null }) => {
      try {
        await host.serve(processes, io.signal)
      } catch (error) {
        throw listenFailure(error) ?? error
      }
    })
}

const MAX_PROCESSES = 256

const numberOfProcesses = (text: string): number => {
  if (text === 'auto') return Math.min(MAX_PROCESSES, availableParallelism())
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= MAX_PROCESSES) return number
  throw new InvalidArgumentError(
    `It must be "auto" or a whole number from 1 to ${MAX_PROCESSES}; one per core is enough.`,
  )
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
