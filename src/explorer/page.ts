/** Shared by the panels: the state, the person, the map, and opening a place. */
import type { BoundaryRef, BoundingBox, Position } from '../client/index.ts'
import { getSession } from './api.ts'
import type { Service } from './call-texts.ts'
import type { MapShape, WorldMap } from './map.ts'
import type { PageVisitor } from './page-visitor.ts'
import { MAX_BASKET, type Panel } from './state.ts'
import type { Store } from './store.ts'

interface PlaceOptions {
  /** Point whose boundaries are listed; unchanged if absent. */
  readonly at?: Position | null
  readonly replace?: boolean
  readonly keepView?: boolean
}

export class ExplorerPage {
  readonly store: Store
  readonly person: PageVisitor
  readonly baseUrl: string
  readonly #map: WorldMap
  readonly #onSession: () => void
  /** Known names of boundaries, for the basket. */
  readonly #names = new Map<string, string>()
  /** Shapes of each panel; the map shows those of the open one. */
  readonly #shapes = new Map<Panel, readonly MapShape[]>()
  #keepsView = false

  constructor(parts: {
    readonly store: Store
    readonly person: PageVisitor
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

  /** Address and access of the service, for copied calls. */
  get service(): Service {
    return { baseUrl: this.baseUrl, isOpen: this.person.session.access === 'open' }
  }

  open(place: string, { at, replace = false, keepView = false }: PlaceOptions = {}): void {
    this.#keepsView = keepView
    const { detail } = this.store.state
    this.store.change(
      {
        panel: 'place',
        place,
        ...(at !== undefined && { at }),
        // A detail that costs units is not carried over to another boundary.
        detail: this.person.costOfDetail(detail) === 0 ? detail : 'low',
      },
      { replace },
    )
  }

  /** True once if the map should stay where it is, because the person has just pointed at the place. */
  takeKeepsView(): boolean {
    const keeps = this.#keepsView
    this.#keepsView = false
    return keeps
  }

  draw(panel: Panel, shapes: readonly MapShape[]): void {
    this.#shapes.set(panel, shapes)
    this.redraw()
  }

  redraw(): void {
    this.#map.draw(this.#shapes.get(this.store.state.panel) ?? [])
  }

  /** Moves the map to a panel's shapes, unless the person has opened another panel meanwhile. */
  fit(panel: Panel, bbox: BoundingBox): void {
    if (this.store.state.panel === panel) this.#map.fit(bbox)
  }

  know({ id, name }: BoundaryRef): void {
    this.#names.set(id, name)
  }

  nameOf(id: string): string {
    return this.#names.get(id) ?? id
  }

  /** Returns a sentence about the result. */
  addToBasket(role: 'include' | 'exclude', boundary: BoundaryRef): string {
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

  /** Updates the remaining units, after a call that may have cost some. */
  async refreshSession(): Promise<void> {
    try {
      this.person.know(await getSession())
      this.#onSession()
    } catch {
      // The next call reports the error.
    }
  }

  /** Makes addresses of this service relative, so that files are downloaded from the host of the page. */
  localAddress(url: string): string {
    return url.startsWith(`${this.baseUrl}/`) ? url.slice(this.baseUrl.length) : url
  }
}
