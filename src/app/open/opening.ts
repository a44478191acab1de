/** What most parts of the service are opened with. */
import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../config/read-config.ts'
import type { BoundaryStore } from '../../domain/catalog/ports.ts'
import { createMemoryRateLimitStore } from '../../platform/rate-limit/memory-store.ts'
import type { RateLimitStore } from '../../platform/rate-limit/store.ts'
import type { Storage } from '../../storage/sql/stores.ts'
import { type Clock, systemClock } from '../../util/clock.ts'
import type { OperatorLog } from '../../util/log.ts'
import type { Random } from '../../util/random.ts'
import { doAlone, type ShareWork } from '../../util/share-work.ts'

/** Bundled data. */
export const BUNDLED_DATA = fileURLToPath(new URL('../../../data', import.meta.url))

/** Directory for bundled data that cannot be unpacked where they lie. A command that only reads creates no data directory. */
export const unpackingDirectory = ({ dataDir, cacheDir }: Pick<Config, 'dataDir' | 'cacheDir'>): string =>
  cacheDir === null || existsSync(dataDir) || !isWritable(cacheDir) ? dataDir : cacheDir

/** True if it can be written, or created. */
const isWritable = (directory: string): boolean => {
  try {
    accessSync(directory, constants.W_OK)
    return true
  } catch {
    return !existsSync(directory) && dirname(directory) !== directory && isWritable(dirname(directory))
  }
}

/** What the processes of a service on this machine do together. */
export interface Siblings {
  readonly rateLimits: RateLimitStore
  readonly shareWork: ShareWork
}

/** Of a process that serves alone. */
export const noSiblings = (): Siblings => ({
  rateLimits: createMemoryRateLimitStore(systemClock),
  shareWork: doAlone,
})

export interface Opening {
  readonly config: Config
  readonly storage: Storage
  /** The catalog that imports of this machine change; not the one that is served if that is a published one. */
  readonly imports: BoundaryStore
  readonly log: OperatorLog
  readonly clock: Clock
  readonly random: Random
  readonly siblings: Siblings
}
