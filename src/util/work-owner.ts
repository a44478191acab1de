/**
 * The owner of the current work, for fair scheduling. It is kept in async context, because the layers between a call and a thread do not
 * otherwise need it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const owners = new AsyncLocalStorage<string>()

/** Runs the work for an owner: an account, or the network of an anonymous caller. */
export const forOwner = <T>(owner: string, work: () => T): T => owners.run(owner, work)

/** Empty for the service's own work. */
export const workOwner = (): string => owners.getStore() ?? ''
