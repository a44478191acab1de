/** Opens the log, and the check whether the stores have space left. */
import type { Config } from '../../config/read-config.ts'
import { createStorageSpace } from '../../platform/storage-space.ts'
import { systemClock } from '../../util/clock.ts'
import { createLog, type OperatorLog } from '../../util/log.ts'
import { maskSecrets } from '../../util/mask-secrets.ts'
import { probeSpace } from '../../util/probe-space.ts'

export const openLog = ({ logLevel }: Pick<Config, 'logLevel'>): OperatorLog =>
  createLog(logLevel, (line) => maskSecrets(line).text)

export const openSpace = (config: Config) =>
  createStorageSpace({ log: openLog(config), clock: systemClock, probe: () => probeSpace(config.dataDir) })
