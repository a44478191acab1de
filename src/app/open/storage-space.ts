/** Opens the log, and the check whether the stores have space left. */
import { environment } from '../../config/environment.ts'
import type { Config } from '../../config/read-config.ts'
import { createStorageSpace } from '../../platform/storage-space.ts'
import { painter } from '../../transports/cli/terminal/colours.ts'
import { logLine } from '../../transports/cli/terminal/log-line.ts'
import { systemClock } from '../../util/clock.ts'
import type { Figure } from '../../util/figure.ts'
import { createLog, type OperatorLog } from '../../util/log.ts'
import { maskSecrets } from '../../util/mask-secrets.ts'
import { freeBytes, probeSpace } from '../../util/probe-space.ts'

/** JSON for programs, lines for a person at a terminal. */
export const openLog = ({ logLevel }: Pick<Config, 'logLevel'>): OperatorLog => {
  const paint = painter(process.stderr, environment)
  return createLog(
    logLevel,
    (line) => maskSecrets(line).text,
    process.stderr.isTTY ? (line) => logLine(line, paint) : undefined,
  )
}

/** Each check writes a file. */
const CHECK_EVERY_MS = 2_000

export const openSpace = (config: Config) => ({
  ...createStorageSpace({
    log: openLog(config),
    clock: systemClock,
    probe: () => probeSpace(config.dataDir),
  }),
  spaceCheckedEveryMs: CHECK_EVERY_MS,
  figures: [
    {
      name: 'metes_disk_free_bytes',
      help: 'Free bytes on the disk of the data directory.',
      kind: 'gauge',
      across: 'max',
      read: async () => [{ value: await freeBytes(config.dataDir) }],
    },
  ] satisfies readonly Figure[],
})
