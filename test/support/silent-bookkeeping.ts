/** For tests that do not look at the records of calls. */
import { type Bookkeeping, createBookkeeping } from '../../src/platform/bookkeeping.ts'
import { systemClock } from '../../src/util/clock.ts'
import { silentLog } from './silent-log.ts'

export const silentBookkeeping: Bookkeeping = createBookkeeping({ log: silentLog, clock: systemClock })
