/** What every part of the service is opened with, and where it says how it is closed. */
import { fileURLToPath } from 'node:url'
import type { Config } from '../../config/config.ts'
import type { Storage } from '../../storage/sql/open-storage.ts'
import type { Log } from '../../util/log.ts'

/** The data that comes with Metes. */
export const BUNDLED_DATA = fileURLToPath(new URL('../../../data', import.meta.url))

export interface Opening {
  readonly config: Config
  readonly storage: Storage
  readonly log: Log
  /** Call it as soon as something is open: it is closed with the service, or when a later part fails to open. */
  readonly onClose: OnClose
}

export type OnClose = (close: () => unknown) => void
