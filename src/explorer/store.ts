/** The state of the page. A change goes to everybody who listens, and to the address, so that the address is always a permalink. */
import { linkOf, readLink, type State } from './state.ts'

export type Listener = (now: State, before: State) => void

export class Store {
  #state: State
  readonly #listeners: Listener[] = []

  constructor(state: State) {
    this.#state = state
  }

  get state(): State {
    return this.#state
  }

  listen(listener: Listener): void {
    this.#listeners.push(listener)
  }

  /** `replace`: the browser's Back button skips this change, as for each move of the map. */
  change(changes: Partial<State>, { replace = false } = {}): void {
    const before = this.#state
    this.#state = { ...before, ...changes }
    const link = linkOf(this.#state)
    if (link !== location.hash.slice(1)) {
      const address = `${location.pathname}${location.search}${link === '' ? '' : `#${link}`}`
      if (replace) history.replaceState(null, '', address)
      else history.pushState(null, '', address)
    }
    for (const listener of this.#listeners) listener(this.#state, before)
  }

  /** Follows the address, when the person goes back or edits it. Returns what was not understood. */
  follow(): readonly string[] {
    const { state, faults } = readLink(location.hash)
    const before = this.#state
    this.#state = state
    for (const listener of this.#listeners) listener(state, before)
    return faults
  }
}
