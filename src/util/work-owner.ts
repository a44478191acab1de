/**
 * For whom something is done, so that work that waits can be shared out fairly. It follows the work through every await, as the many hands
 * between a call and a thread have no other use for it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const owners = new AsyncLocalStorage<string>()

/** Does the work for the owner: an account, the network of a caller without one. */
export const forOwner = <T>(owner: string, work: () => T): T => owners.run(owner, work)

/** Empty for the service's own work. */
export const workOwner = (): string => owners.getStore() ?? ''
