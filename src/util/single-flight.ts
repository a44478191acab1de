/** Equal questions asked at the same time are answered by one piece of work. */
export class SingleFlight<V> {
  readonly #running = new Map<string, Promise<V>>()

  /** Joins the work running under the key, or starts it. A failure reaches all who wait, and is not kept. */
  run(key: string, work: () => Promise<V>): Promise<V> {
    const running = this.#running.get(key)
    if (running !== undefined) return running
    const started = work().finally(() => this.#running.delete(key))
    this.#running.set(key, started)
    return started
  }
}
