/** What most parts of the service are opened with. */
import { fileURLToPath } from 'node:url'
import type { Config } from '../../config/read-config.ts'
import type { Storage } from '../../storage/sql/open-storage.ts'
import type { Clock } from '../../util/clock.ts'
import type { OperatorLog } from '../../util/log.ts'
import type { Random } from '../../util/random.ts'

/** Bundled data. */
export const BUNDLED_DATA = fileURLToPath(new URL('../../../data', import.meta.url))

export interface Opening {
  readonly config: Config
  readonly storage: Storage
  readonly log: OperatorLog
  readonly clock: Clock
  readonly random: Random
}
