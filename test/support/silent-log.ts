/** For tests that do not look at the log. */
import type { OperatorLog } from '../../src/util/log.ts'

const nothing = (): void => {}

export const silentLog: OperatorLog = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  infoUnmasked: nothing,
}
