/** What the command line is given of this machine: the registry, the service in this process, the server, the checks. */
import { readFile } from 'node:fs/promises'
import type { CliHost, CommandOperation, LocalService } from './transports/cli/host.ts'
import { systemClock } from './util/clock.ts'

const json = async (path: string): Promise<unknown> => JSON.parse(await readFile(new URL(path, import.meta.url), 'utf8'))

/** Everything is loaded when a command needs it: help and completion answer without the service. */
export const cliHost: CliHost = {
  version: async () => ((await json('../package.json')) as { version: string }).version,
  // Written from the registry by scripts/generate.ts; `npm run check` sees that it is fresh.
  operations: async () => (await json('../spec/ops.json')) as readonly CommandOperation[],
  openService: () => openLocalService(),
  serve: async (signal) => {
    const [{ serve }, { readConfig }] = await Promise.all([import('./main.ts'), import('./config.ts')])
    await serve(readConfig(), signal)
  },
  healthChecks: async () => (await import('./doctor.ts')).healthChecks(),
  clock: systemClock,
}
