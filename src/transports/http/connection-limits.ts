/** Counts open connections in total and per address; IPv6 addresses count per /64. */
import { network } from '../../platform/customer-network.ts'

export interface ConnectionLimits {
  readonly connections: number
  /** Null if all connections come from a proxy. */
  readonly connectionsPerAddress: number | null
}

export type Admission = 'taken' | 'address_full' | 'service_full'

export class ConnectionCounts {
  readonly #limits: ConnectionLimits
  readonly #ofNetwork = new Map<string, number>()
  #total = 0

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  /** Counts a connection if the limits allow it. Call `leave` when it ends. */
  take(address: string): Admission {
    const { connections, connectionsPerAddress } = this.#limits
    const key = network(address)
    const open = this.#ofNetwork.get(key) ?? 0
    if (connectionsPerAddress !== null && open >= connectionsPerAddress) return 'address_full'
    if (this.#total >= connections) return 'service_full'
    this.#ofNetwork.set(key, open + 1)
    this.#total += 1
    return 'taken'
  }

  leave(address: string): void {
    const key = network(address)
    const open = (this.#ofNetwork.get(key) ?? 0) - 1
    if (open > 0) this.#ofNetwork.set(key, open)
    else this.#ofNetwork.delete(key)
    this.#total -= 1
  }
}
