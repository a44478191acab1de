/**
 * The state of the page. A change is sent to all listeners and to the address, so that the address is always a permalink.
 */
import { linkOf, readLink, type State } from './permalink.ts'

/** The browser's address and history. */
export interface Browser {
  readonly location: { readonly pathname: string; readonly search: string; readonly hash: string }
  readonly history: {
    readonly pushState: (data: null, unused: string, url: string) => void
    readonly replaceState: (data: null, unused: string, url: string) => void
  }
}

export type Listener = (now: State, before: State) => void

export class Store {
  #state: State
  readonly #browser: Browser
  readonly #listeners: Listener[] = []

  constructor(state: State, browser: Browser) {
    this.#state = state
    this.#browser = browser
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
    const { location, history } = this.#browser
    const link = linkOf(this.#state)
    if (link !== location.hash.slice(1)) {
      const address = `${location.pathname}${location.search}${link === '' ? '' : `#${link}`}`
      if (replace) history.replaceState(null, '', address)
      else history.pushState(null, '', address)
    }
    for (const listener of this.#listeners) listener(this.#state, before)
  }

  /** Follows the address when the person goes back or edits it. Returns a sentence for each invalid part. */
  follow(): readonly string[] {
    const { state, faults } = readLink(this.#browser.location.hash)
    const before = this.#state
    this.#state = state
    for (const listener of this.#listeners) listener(state, before)
    return faults
  }
}
