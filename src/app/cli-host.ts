/** The host of the command line: operations, the local service, the server and the health checks, loaded on demand. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { commandLanes, LAND_FILES } from '../compute/pool/lane-limits.ts'
import { openCompute } from '../compute/pool/open-compute.ts'
import type { Compute } from '../compute/port.ts'
import type { Environment } from '../config/environment.ts'
import type { Config } from '../config/read-config.ts'
import type { AnyOp } from '../op/define.ts'
import type { CliHost, CommandOperation } from '../transports/cli/host.ts'
import type { CommandNeeds } from '../transports/cli/program.ts'
import { openBrowser, openPage } from '../transports/cli/terminal/browser.ts'
import { terminalText } from '../transports/cli/terminal/terminal-text.ts'
import type { LocalPlaces } from '../transports/client/local-call.ts'
import { systemClock } from '../util/clock.ts'
import { closeAll } from '../util/close-all.ts'
import { once } from '../util/once.ts'
import { PACKAGE_VERSION } from './package-version.ts'

const readJson = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))

/** Generated from the registry by `npm run generate`; `npm run check` verifies that it is current. */
const operations = once(async () => readJson('../../spec/ops.json') as readonly CommandOperation[])

/** Modules are loaded on demand, so that help and completion start fast. */
export const cliHostOf = (environment: Environment): CliHost<CommandNeeds> => ({
  version: PACKAGE_VERSION,
  operations,
  openService: (work) => openLocalService(environment, work ?? {}),
  serveMcp: async ({ offersAccount, ...options }, signal) => {
    const [{ serveMcpStdio }, { OPS }] = await Promise.all([
      import('../transports/mcp/stdio.ts'),
      import('../ops/index.ts'),
    ])
    await serveMcpStdio(
      {
        ...options,
        version: PACKAGE_VERSION,
        ops: offersAccount ? OPS : OPS.filter(({ ofAccount }) => ofAccount !== true),
      },
      {
        input: process.stdin,
        output: process.stdout,
        onError: ({ message }) => process.stderr.write(`${terminalText(message)}\n`),
      },
      signal,
    )
  },
  serve: async (processes, signal) => {
    const { readConfig } = await import('../config/read-config.ts')
    if (processes === null) await (await import('./serve.ts')).serve(readConfig(environment), signal)
    else
      await (await import('./serve-processes.ts')).serveProcesses(
        { config: readConfig(environment, processes), processes },
        signal,
      )
  },
  reload: async (signal) => {
    const [{ askReload }, { readConfig }] = await Promise.all([
      import('../processes/control.ts'),
      import('../config/read-config.ts'),
    ])
    const { dataDir } = readConfig(environment)
    return { dataDir: resolve(dataDir), replaced: await askReload(dataDir, signal) }
  },
  healthChecks: async () => (await import('./doctor.ts')).healthChecks(environment),
  backups: async () => {
    const [{ openBackups }, { readConfig }] = await Promise.all([
      import('./open/backup.ts'),
      import('../config/read-config.ts'),
    ])
    return openBackups(readConfig(environment), environment)
  },
  publishing: async () => {
    const [{ openPublishing }, { readConfig }] = await Promise.all([
      import('./open/publishing.ts'),
      import('../config/read-config.ts'),
    ])
    return openPublishing(readConfig(environment))
  },
  openBrowser,
  openPage,
  landIn: (box) => landIn(environment, box),
  sleep: (durationMs, signal) => setTimeout(durationMs, undefined, { signal }),
  clock: systemClock,
})

const landIn = async (environment: Environment, box: Parameters<CliHost['landIn']>[0]) => {
  const [{ openLand }, { readConfig }, { unpackingDirectory }] = await Promise.all([
    import('../sources/land/open-land.ts'),
    import('../config/read-config.ts'),
    import('./open/opening.ts'),
  ])
  const config = readConfig(environment)
  const { dataDir, landFile } = config
  const packedIn = fileURLToPath(new URL('../../data/land', import.meta.url))
  const compute = openCompute({ import: LAND_FILES })
  const file = landFile === null ? null : { path: landFile, compute }
  const land = openLand({
    packedIn,
    otherDirectory: unpackingDirectory(config),
    dataDirectory: dataDir,
    file,
  })
  try {
    return (await land.landIn([box])).tiles
  } finally {
    await closeAll([land.close, compute.close])
  }
}

const openLocalService = async (
  environment: Environment,
  { long, apiKey }: NonNullable<Parameters<CliHost['openService']>[0]>,
) => {
  const [{ openService }, { readConfig }, { localCall, localFile }, { createRequestIds }, { systemRandom }] =
    await Promise.all([
      import('./main.ts'),
      import('../config/read-config.ts'),
      import('../transports/client/local-call.ts'),
      import('../transports/http/request-id.ts'),
      import('../util/random.ts'),
    ])
  const config = readConfig(environment)
  const service = await openService(config, long === true ? threads(config) : undefined)
  return {
    ...service,
    call: localCall({
      ...service.composeAt(config.baseUrl),
      opNamed,
      newRequestId: createRequestIds(systemRandom),
      baseUrl: config.baseUrl,
      here: config.baseUrlIsSet ? undefined : await localPlaces(config),
      // Look it up only for operations on an account, so that a key of another service does not fail other commands.
      account: apiKey ? () => service.accountOfKey(apiKey) : undefined,
    }),
    openFile: localFile(service.files, systemClock.now),
  }
}

const opNamed = async (wanted: string): Promise<AnyOp | undefined> => {
  const described = (await operations()).find(({ name }) => name === wanted)
  return described && (await import('../ops/load-op.ts')).loadOp(described)
}

const ERROR_PAGES = new URL('../../docs/errors/', import.meta.url)

/** Returns places on this machine instead of links, which would lead nowhere unless a server runs. */
const localPlaces = async ({ filesUrl, cdnUrl, dataDir }: Config): Promise<LocalPlaces> => {
  const { diskPath } = await import('../storage/files/disk.ts')
  const directory = resolve(dataDir, 'files')
  return {
    errorPage: (code) => new URL(`${code}.md`, ERROR_PAGES).href,
    fileUrl:
      filesUrl === null && cdnUrl === null ? (key) => pathToFileURL(diskPath(directory, key)).href : null,
  }
}

const threads = ({ workers }: Config): Compute => openCompute(commandLanes(workers))
