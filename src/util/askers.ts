/** Everybody who waits for one piece of work; others may join while it goes on. It is done in the turn of whoever is first. */
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

  /** Calls the listener for each that joins; the result ends that. */
  onJoin(listener: (name: string) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}
