/**
 * The owners who wait for one piece of work. Others may join while it runs; in a line it takes the first turn of any of
 * them.
 */
export class Askers {
  readonly #names: Set<string>
  readonly #listeners = new Set<(name: string) => void>()

  constructor(names: Iterable<string>) {
    this.#names = new Set(names)
  }

  get names(): readonly string[] {
    return [...this.#names]
  }

  join(name: string): void {
    if (this.#names.has(name)) return
    this.#names.add(name)
    for (const listener of this.#listeners) listener(name)
  }

  /** Calls the listener for each owner that joins, until the returned function is called. */
  onJoin(listener: (name: string) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}
