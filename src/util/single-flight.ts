/** Shares one piece of work between concurrent calls with the same key. */
export class SingleFlight<V> {
  readonly #running = new Map<string, Flight<V>>()

  /**
   * Joins the work running under the key, or starts it. A failure reaches all callers and is not cached. An aborted caller
   * rejects at once; the signal of the work is aborted when all callers have given up, and a later call starts again.
   */
  run(key: string, work: (signal: AbortSignal) => Promise<V>, signal?: AbortSignal): Promise<V> {
    let flight = this.#running.get(key)
    if (flight === undefined) {
      const started = new Flight(work)
      const leave = () => {
        if (this.#running.get(key) === started) this.#running.delete(key)
      }
      started.unwanted.addEventListener('abort', leave, { once: true })
      started.result.then(leave, leave)
      this.#running.set(key, started)
      flight = started
    }
    return flight.join(signal)
  }
}

class Flight<V> {
  readonly result: Promise<V>
  readonly #controller = new AbortController()
  #waiting = 0

  constructor(work: (signal: AbortSignal) => Promise<V>) {
    this.result = work(this.unwanted)
  }

  get unwanted(): AbortSignal {
    return this.#controller.signal
  }

  join(signal: AbortSignal | undefined): Promise<V> {
    this.#waiting++
    if (signal === undefined) return this.result
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        reject(signal.reason)
        if (--this.#waiting === 0) this.#controller.abort(signal.reason)
      }
      if (signal.aborted) giveUp()
      else signal.addEventListener('abort', giveUp, { once: true })
      this.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
    })
  }
}
