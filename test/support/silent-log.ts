/** For tests that do not look at the log. */
import type { Log } from '../../src/util/log.ts'

const nothing = (): void => {}

export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing }
