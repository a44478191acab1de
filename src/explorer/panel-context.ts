/** Shared by the panels: the state, the person, the map, and opening a place. */

import type { BoundaryRef, Position } from '../client/index.ts'
import { MAX_BASKET } from './basket-limit.ts'
import type { Service } from './call-texts.ts'
import type { MapShape, WorldMap } from './map.ts'
import type { Shape } from './map-framing.ts'
import { getSession } from './operation-calls.ts'
import type { Store } from './page-state.ts'
import type { PageVisitor } from './page-visitor.ts'
import type { Panel } from './permalink.ts'

interface PlaceOptions {
  /** Point whose boundaries are listed; unchanged if absent. */
  readonly at?: Position | null
  readonly replace?: boolean
  readonly keepView?: boolean
}

export type ExplorerPage = ReturnType<typeof createPage>

export const createPage = ({
  store,
  person,
  baseUrl,
  map,
  onSession,
}: {
  readonly store: Store
  readonly person: PageVisitor
  readonly baseUrl: string
  readonly map: WorldMap
  readonly onSession: () => void
}) => {
  /** Known names of boundaries, for the basket. */
  const names = new Map<string, string>()
  /** Shapes of each panel; the map shows those of the open one. */
  const shapes = new Map<Panel, readonly MapShape[]>()
  let keepsView = false

  const redraw = (): void => map.draw(shapes.get(store.state.panel) ?? [])

  const know = ({ id, name }: BoundaryRef): void => void names.set(id, name)

  return {
    store,
    person,
    redraw,
    know,

    /** Address and access of the service, for copied calls. */
    get service(): Service {
      return { baseUrl, isOpen: person.session.access === 'open' }
    },

    open: (place: string, { at, replace = false, keepView = false }: PlaceOptions = {}): void => {
      keepsView = keepView
      const { detail } = store.state
      store.change(
        {
          panel: 'place',
          place,
          ...(at !== undefined && { at }),
          // A detail that costs units is not carried over to another boundary.
          detail: person.costOfDetail(detail) === 0 ? detail : 'low',
        },
        { replace },
      )
    },

    /** True once if the map should stay where it is, because the person has just pointed at the place. */
    takeKeepsView: (): boolean => {
      const keeps = keepsView
      keepsView = false
      return keeps
    },

    draw: (panel: Panel, drawn: readonly MapShape[]): void => {
      shapes.set(panel, drawn)
      redraw()
    },

    /** Moves the map to a panel's shape, unless the person has opened another panel meanwhile. */
    fit: (panel: Panel, shape: Shape): void => {
      if (store.state.panel === panel) map.fit(shape)
    },

    nameOf: (id: string): string => names.get(id) ?? id,

    /** Returns a sentence about the result. */
    addToBasket: (role: 'include' | 'exclude', boundary: BoundaryRef): string => {
      const { include, exclude } = store.state
      know(boundary)
      const others = {
        include: include.filter((id) => id !== boundary.id),
        exclude: exclude.filter((id) => id !== boundary.id),
      }
      if (others.include.length + others.exclude.length >= MAX_BASKET)
        return `The basket is full: it holds ${MAX_BASKET} boundaries.`
      store.change({ ...others, [role]: [...others[role], boundary.id] })
      return role === 'include' ? 'Added to the basket.' : 'Cut out of the area in the basket.'
    },

    /** Updates the remaining units, after a call that may have cost some. */
    refreshSession: async (): Promise<void> => {
      try {
        person.session = await getSession()
        onSession()
      } catch {
        // The next call reports the error.
      }
    },

    /** Makes addresses of this service relative, so that files are downloaded from the host of the page. */
    localAddress: (url: string): string => (url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url),
  }
}
