/** Inputs for opening a part of the service, and the registration of its closing. */
import { fileURLToPath } from 'node:url'
import type { Config } from '../../config/config.ts'
import type { Storage } from '../../storage/sql/open-storage.ts'
import type { Log } from '../../util/log.ts'

/** Bundled data. */
export const BUNDLED_DATA = fileURLToPath(new URL('../../../data', import.meta.url))

export interface Opening {
  readonly config: Config
  readonly storage: Storage
  readonly log: Log
  /** Call it as soon as a resource is open: the resource is closed with the service, or if a later part fails to open. */
  readonly onClose: OnClose
}

export type OnClose = (close: () => unknown) => void
