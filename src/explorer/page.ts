/** What the panels share: the state, the person, the map, and how to open a place. */
import type { BBox, Position, Ref } from './answers.ts'
import { getSession } from './api.ts'
import type { Service } from './call-texts.ts'
import type { Shape, WorldMap } from './map.ts'
import type { Person } from './session.ts'
import { MAX_BASKET, type Panel } from './state.ts'
import type { Store } from './store.ts'

interface Opening {
  /** The point whose boundaries are listed; as it is unless given. */
  readonly at?: Position | null
  readonly replace?: boolean
  readonly keepView?: boolean
}

export class Page {
  readonly store: Store
  readonly person: Person
  readonly baseUrl: string
  readonly #map: WorldMap
  readonly #onSession: () => void
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
  }) {
    this.store = parts.store
    this.person = parts.person
    this.baseUrl = parts.baseUrl
    this.#map = parts.map
    this.#onSession = parts.onSession
  }

  /** As the calls of the page are copied. */
  get service(): Service {
    return { baseUrl: this.baseUrl, isOpen: this.person.session.access === 'open' }
  }

  open(place: string, { at, replace = false, keepView = false }: Opening = {}): void {
    this.#keepsView = keepView
    const { detail } = this.store.state
    this.store.change(
      {
        panel: 'place',
        place,
        ...(at !== undefined && { at }),
        // A detail that costs units is asked for anew for each boundary.
        detail: this.person.costOfDetail(detail) === 0 ? detail : 'low',
      },
      { replace },
    )
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

  /** Moves the map to what a panel shows, unless the person has gone to another panel meanwhile. */
  fit(panel: Panel, bbox: BBox): void {
    if (this.store.state.panel === panel) this.#map.fit(bbox)
  }

  know({ id, name }: Ref): void {
    this.#names.set(id, name)
  }

  nameOf(id: string): string {
    return this.#names.get(id) ?? id
  }

  /** Returns what has happened, as a sentence. */
  addToBasket(role: 'include' | 'exclude', boundary: Ref): string {
    const { include, exclude } = this.store.state
    this.know(boundary)
    const others = {
      include: include.filter((id) => id !== boundary.id),
      exclude: exclude.filter((id) => id !== boundary.id),
    }
    if (others.include.length + others.exclude.length >= MAX_BASKET)
      return `The basket is full: it holds ${MAX_BASKET} boundaries.`
    this.store.change({ ...others, [role]: [...others[role], boundary.id] })
    return role === 'include' ? 'Added to the basket.' : 'Cut out of the area of the basket.'
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
