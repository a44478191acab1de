/** Starts the page: the map if the browser can draw it, otherwise the introduction. */
import type { Position } from '../client/index.ts'
import { showAccount } from './account-line.ts'
import { showBasket } from './basket-panel.ts'
import { createDescribe } from './description-panel.ts'
import { h, show } from './dom.ts'
import { loadBoundary } from './load-boundary.ts'
import { createMap, hasWebGl } from './map.ts'
import { POINT_ZOOM, TOWN_ZOOM, WORLD_VIEW } from './map-framing.ts'
import { Store } from './page-state.ts'
import { PageVisitor } from './page-visitor.ts'
import { createPage, type ExplorerPage } from './panel-context.ts'
import { textButton } from './panel-parts.ts'
import { PANELS, type Panel, readLink, round, type State, type View } from './permalink.ts'
import { showPlace } from './place-panel.ts'
import { createSearch } from './search-box.ts'
import { createTabs } from './tabs.ts'

const start = (root: HTMLElement): void => {
  const link = readLink(location.hash)
  const store = new Store(link.state, window)
  const person = new PageVisitor()
  const faults = h('div')
  const strip = h('p.account')
  const mapBox = h('div.world-map', { role: 'region', 'aria-label': 'Map' })
  const panels = Object.fromEntries(
    PANELS.map((panel) => [
      panel,
      h('section.panel', {
        id: `panel-${panel}`,
        role: 'tabpanel',
        tabindex: '-1',
        'aria-labelledby': `tab-${panel}`,
      }),
    ]),
  ) as Readonly<Record<Panel, HTMLElement>>
  const tabs = createTabs(store)
  const search = createSearch({
    onChoose: (candidate) => {
      page.know(candidate)
      page.open(candidate.id, { at: null })
    },
    onOpen: (id) => page.open(id, { at: null }),
    onPoint: (at) => ask(at, { zoom: TOWN_ZOOM, center: at }),
    afterChoice: ({ name }) => `${name} is shown in the Place panel.`,
  })
  // A state may have hundreds of subdivisions before it.
  const focusMap = (): void => mapBox.querySelector('canvas')?.focus()
  const here = h('button.plain.small.here', { type: 'button' }, 'What is here?')
  const leftOut = h('p', { role: 'status' })
  const mapStatus = h('p', { role: 'status' })
  show(
    root,
    h(
      'div.side',
      h('h1.unseen', 'Metes: boundaries of the world'),
      h('button.skip', { type: 'button', onclick: () => focusMap() }, 'Skip to the map'),
      search,
      faults,
      tabs.element,
      ...PANELS.map((panel) => panels[panel]),
      strip,
    ),
    h(
      'div.map-side',
      mapBox,
      h('span.crosshair', { 'aria-hidden': 'true' }),
      here,
      h('div.map-notes', leftOut, mapStatus),
    ),
  )

  const map = createMap(mapBox, startOf(link.state), {
    onClick: (at) => ask(at),
    onMove: (view) => {
      if (isMoved(store.state, view)) store.change({ view }, { replace: true })
    },
    onLeftOut: (showAll) => {
      const press = (): void => {
        showAll?.()
        focusMap()
      }
      show(leftOut, showAll !== null && ['Distant parts are out of view. ', textButton('Show all', press)])
    },
    onStatus: (text) => show(mapStatus, text),
  })
  const ask = (at: Position, view = map.view()): void => {
    store.change({ panel: 'place', at: [round(at[0], 5), round(at[1], 5)], place: null, view })
  }
  here.addEventListener('click', () => ask(map.view().center))

  const page = createPage({
    store,
    person,
    baseUrl: root.dataset.baseUrl ?? location.origin,
    map,
    onSession: () => {
      showAccount(strip, person)
      describe.showPrice()
    },
  })
  const describe = createDescribe(panels.describe, page)

  const follow = (now: State, before: State | null): void => {
    // A link in one panel opens another, and the keyboard goes on there.
    const movesFocus = before !== null && panels[before.panel].contains(document.activeElement)
    for (const panel of PANELS) panels[panel].hidden = panel !== now.panel
    if (movesFocus && now.panel !== before.panel) panels[now.panel].focus({ preventScroll: true })
    tabs.follow(now)
    map.mark(now.panel === 'place' ? now.at : null)
    const isNew = (...fields: readonly (keyof State)[]): boolean =>
      before === null || fields.some((field) => String(now[field]) !== String(before[field]))
    if (isNew('panel', 'place', 'at', 'include', 'exclude', 'text')) show(leftOut)
    // Given by Back, a permalink or a click.
    const isViewGiven = now.view !== null && now.view !== before?.view
    if (isNew('place', 'at')) {
      void showPlace(panels.place, page, before === null && !isViewGiven)
      if (now.place !== null && now.panel === 'place' && !page.takeKeepsView() && !isViewGiven)
        void fitTo(page, now.place)
    }
    // Merging may cost units, so it waits until the basket is opened.
    if (now.panel === 'basket' && isNew('include', 'exclude', 'panel'))
      void showBasket(panels.basket, page, !isViewGiven)
    if (isNew('text')) describe.follow()
    if (isNew('panel')) page.redraw()
    if (before !== null && now.panel !== before.panel) panels[now.panel].scrollTop = 0
    if (before !== null) moveMap(now, before)
  }
  const moveMap = (now: State, before: State): void => {
    if (now.view === null) {
      if (before.view !== null && !hasShape(now)) map.go(startOf(now))
    } else if (now.view !== before.view && isMoved(now, map.view())) map.go(now.view)
  }
  store.listen(follow)
  showFaults(faults, link.faults)
  window.addEventListener('popstate', () => showFaults(faults, store.follow()))

  showAccount(strip, person)
  // First of all, because the cost of calls depends on the person.
  void page.refreshSession().then(() => follow(store.state, null))
}

/** Returns the view from which the map moves to the shape of the state, if it has one. */
const startOf = ({ view, at, place }: State): View => {
  if (view !== null) return view
  return at !== null && place === null ? { zoom: POINT_ZOOM, center: at } : WORLD_VIEW
}

/** True if the map moves to what the open panel shows. */
const hasShape = ({ panel, place, include }: State): boolean =>
  (panel === 'place' && place !== null) || (panel === 'basket' && include.length > 0)

const isMoved = (
  { view }: State,
  to: { readonly zoom: number; readonly center: readonly [number, number] },
): boolean =>
  view === null ||
  round(view.zoom, 2) !== round(to.zoom, 2) ||
  view.center.some((value, index) => round(value, 4) !== round(to.center[index], 4))

const fitTo = async (page: ExplorerPage, id: string): Promise<void> => {
  try {
    const { value } = await loadBoundary(id)
    if (page.store.state.place === id) page.fit('place', value)
  } catch {
    // The panel reports the error.
  }
}

const showFaults = (box: HTMLElement, faults: readonly string[]): void => {
  const close = () => show(box)
  show(
    box,
    faults.length > 0 &&
      h(
        'div.note.warn',
        { role: 'alert' },
        'Part of this link is damaged; the page shows the rest. ',
        faults.join(' '),
        h('p.row', textButton('Close', close)),
      ),
  )
}

const root = document.getElementById('explorer')
if (root !== null && hasWebGl()) start(root)
else {
  document.documentElement.classList.add('without-map')
  document.getElementById('no-map')?.removeAttribute('hidden')
}
