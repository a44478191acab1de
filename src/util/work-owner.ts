/** The owner of work: queues are fair between owners, and processor time is charged to them. */

import type { ProcessorTime } from './processor-time.ts'
import { Askers } from './waiting-owners.ts'

export interface WorkOwner {
  /** The account, or the network of an anonymous caller; empty for the service. */
  readonly name: string
  readonly isAnonymous: boolean
  /** A job waits for its turn, within its own limit; a caller would give up. */
  readonly isPatient?: boolean
  /** Absent if nobody asks what the work costs. */
  readonly processorTime?: ProcessorTime
}

/** Owns what no call waits for. */
export const SERVICE: WorkOwner = { name: '', isAnonymous: false }

/** No account has this id. */
export const ANONYMOUS = 'anonymous'

/**
 * Returns those who wait for the work of an owner in lines at external servers: anonymous callers share one turn there, because one
 * person can use many networks.
 */
export const upstreamAskers = ({ name, isAnonymous }: WorkOwner): Askers =>
  new Askers([isAnonymous ? ANONYMOUS : name])
