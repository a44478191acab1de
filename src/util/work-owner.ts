/**
 * The owner of the current work, for fair scheduling, and the processor time that it uses. They are kept in async context, because the
 * layers between a call and a thread do not otherwise need them.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Askers } from './askers.ts'
import type { ProcessorTime } from './processor-time.ts'

export interface WorkOwner {
  /** The account, or the network of an anonymous caller; empty for the service's own work. */
  readonly name: string
  readonly isAnonymous: boolean
  /** Absent if nobody asks what the work costs. */
  readonly processorTime?: ProcessorTime
}

export const SERVICE: WorkOwner = { name: '', isAnonymous: false }

const owners = new AsyncLocalStorage<WorkOwner>()
const askers = new AsyncLocalStorage<Askers>()

/** Runs the work for an owner: an account, or the network of an anonymous caller. */
export const forOwner = <T>(owner: WorkOwner, work: () => T): T => owners.run(owner, work)

/** Runs work of the service itself, which a call began and does not wait for. */
export const forService = <T>(work: () => T): T => owners.exit(work)

/** Empty for the service's own work. */
export const workOwner = (): string => owners.getStore()?.name ?? ''

/** Returns the meter of the current work. */
export const processorTime = (): ProcessorTime | undefined => owners.getStore()?.processorTime

/** No account has this id. */
export const ANONYMOUS = 'anonymous'

/**
 * Returns those who wait for the current work, for lines at external servers: anonymous callers share one turn there,
 * because one person can use many networks.
 */
export const upstreamAskers = (): Askers =>
  askers.getStore() ?? new Askers([owners.getStore()?.isAnonymous ? ANONYMOUS : workOwner()])

/** Runs work for which several may wait. */
export const forAskers = <T>(all: Askers, work: () => T): T => askers.run(all, work)
