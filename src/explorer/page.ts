/** What the panels share: the state, the person, the map, and how to open a place. */
import type { BBox, Ref } from './answers.ts'
import { getSession } from './api.ts'
import type { Service } from './call-texts.ts'
import type { Shape, WorldMap } from './map.ts'
import type { Person } from './session.ts'
import { MAX_BASKET, type Panel } from './state.ts'
import type { Store } from './store.ts'

export class Page {
  readonly store: Store
  readonly person: Person
  readonly baseUrl: string
  readonly #map: WorldMap
  readonly #onSession: () => void
  readonly #say: (text: string) => void
  /** Names of boundaries that were seen, for the basket. */
  readonly #names = new Map<string, string>()
  /** What each panel has drawn; the map shows that of the open one. */
  readonly #shapes = new Map<Panel, readonly Shape[]>()
  #keepsView = false

  constructor(parts: {
    readonly store: Store
    readonly person: Person
    readonly baseUrl: string
    readonly map: WorldMap
    readonly onSession: () => void
    readonly say: (text: string) => void
  }) {
    this.store = parts.store
    this.person = parts.person
    this.baseUrl = parts.baseUrl
    this.#map = parts.map
    this.#onSession = parts.onSession
    this.#say = parts.say
  }

  /** As the calls of the page are copied. */
  get service(): Service {
    return { baseUrl: this.baseUrl, isOpen: this.person.session.access === 'open' }
  }

  open(place: string, { replace = false, keepView = false } = {}): void {
    this.#keepsView = keepView
    this.store.change({ panel: 'place', place }, { replace })
  }

  /** Whether the map stays where it is when the place is shown, because the person has just pointed at it. */
  takeKeepsView(): boolean {
    const keeps = this.#keepsView
    this.#keepsView = false
    return keeps
  }

  draw(panel: Panel, shapes: readonly Shape[]): void {
    this.#shapes.set(panel, shapes)
    this.redraw()
  }

  redraw(): void {
    this.#map.draw(this.#shapes.get(this.store.state.panel) ?? [])
  }

  fit(bbox: BBox): void {
    this.#map.fit(bbox)
  }

  know({ id, name }: Ref): void {
    this.#names.set(id, name)
  }

  nameOf(id: string): string {
    return this.#names.get(id) ?? id
  }

  addToBasket(role: 'include' | 'exclude', boundary: Ref): void {
    const { include, exclude } = this.store.state
    this.know(boundary)
    const others = {
      include: include.filter((id) => id !== boundary.id),
      exclude: exclude.filter((id) => id !== boundary.id),
    }
    if (others.include.length + others.exclude.length >= MAX_BASKET) {
      this.#say(`The basket is full: it holds ${MAX_BASKET} boundaries.`)
      return
    }
    this.store.change({ ...others, [role]: [...others[role], boundary.id] })
    this.#say(`${boundary.name} ${role === 'include' ? 'is in the basket' : 'is cut out'}.`)
  }

  /** Asks for the units that are left, after a call that may have cost some. */
  async refreshSession(): Promise<void> {
    try {
      this.person.know(await getSession())
      this.#onSession()
    } catch {
      // The next call reports what is wrong.
    }
  }

  /** Files of this service are downloaded by the name under which the page was opened. */
  localAddress(url: string): string {
    return url.startsWith(`${this.baseUrl}/`) ? url.slice(this.baseUrl.length) : url
  }
}
