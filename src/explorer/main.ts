/** Starts the page: the map where the browser can draw it, else the introduction. */
import { showAccount } from './account-line.ts'
import { showBasket } from './basket.ts'
import { createDescribe } from './describe.ts'
import { h, show } from './dom.ts'
import { loadBoundary } from './load-boundary.ts'
import { createMap, hasWebGl } from './map.ts'
import { Page } from './page.ts'
import { showPlace } from './place.ts'
import { createSearch } from './search.ts'
import { Person } from './session.ts'
import { PANELS, type Panel, readLink, round, type State } from './state.ts'
import { Store } from './store.ts'
import { createTabs } from './tabs.ts'

const start = (root: HTMLElement): void => {
  const link = readLink(location.hash)
  const store = new Store(link.state, window)
  const person = new Person()
  const announcer = h('div', { class: 'unseen', role: 'status' })
  const faults = h('div', {})
  const strip = h('p', { class: 'account' })
  const mapBox = h('div', { class: 'world-map', role: 'region', 'aria-label': 'Map' })
  const panels = Object.fromEntries(
    PANELS.map((panel) => [
      panel,
      h('section', {
        class: 'panel',
        id: `panel-${panel}`,
        role: 'tabpanel',
        'aria-labelledby': `tab-${panel}`,
      }),
    ]),
  ) as Readonly<Record<Panel, HTMLElement>>
  const tabs = createTabs(store)
  const search = createSearch((candidate) => {
    page.know(candidate)
    store.change({ panel: 'place', place: candidate.id, at: null })
  })
  const here = h('button', { type: 'button', class: 'plain small here' }, 'What is here?')
  show(
    root,
    h(
      'div',
      { class: 'side' },
      h('h1', { class: 'unseen' }, 'Metes: boundaries of the world'),
      search,
      faults,
      tabs.element,
      ...PANELS.map((panel) => panels[panel]),
      strip,
    ),
    h('div', { class: 'map-side' }, mapBox, h('span', { class: 'crosshair', 'aria-hidden': 'true' }), here),
    announcer,
  )

  const map = createMap(mapBox, link.state.view, {
    onClick: (at) => ask(at),
    onMove: (view) => {
      if (isMoved(store.state, view)) store.change({ view }, { replace: true })
    },
    onError: (message) => console.warn(message),
  })
  const ask = (at: readonly [number, number]): void => {
    store.change({ panel: 'place', at: [round(at[0], 5), round(at[1], 5)], place: null })
  }
  here.addEventListener('click', () => ask(map.view().center))

  const page = new Page({
    store,
    person,
    baseUrl: root.dataset.baseUrl ?? location.origin,
    map,
    onSession: () => {
      showAccount(strip, person)
      describe.showPrice()
    },
    say: (text) => show(announcer, text),
  })
  const describe = createDescribe(panels.describe, page)

  const follow = (now: State, before: State | null): void => {
    for (const panel of PANELS) panels[panel].hidden = panel !== now.panel
    tabs.follow(now)
    map.mark(now.panel === 'place' ? now.at : null)
    const isNew = (...fields: readonly (keyof State)[]): boolean =>
      before === null || fields.some((field) => String(now[field]) !== String(before[field]))
    if (isNew('place', 'at')) {
      void showPlace(panels.place, page)
      if (
        now.place !== null &&
        now.panel === 'place' &&
        !page.takeKeepsView() &&
        (before !== null || now.view === null)
      )
        void fitTo(page, now.place)
    }
    // Merging costs units of somebody, so it waits until the basket is looked at.
    if (now.panel === 'basket' && isNew('include', 'exclude', 'panel'))
      void showBasket(panels.basket, page, before !== null || now.view === null)
    if (isNew('text')) describe.follow()
    if (isNew('panel')) page.redraw()
    if (before !== null && now.panel !== before.panel) panels[now.panel].scrollTop = 0
  }
  store.listen(follow)
  showFaults(faults, link.faults)
  window.addEventListener('popstate', () => {
    showFaults(faults, store.follow())
    const { view } = store.state
    if (view !== null) map.go(view)
  })

  showAccount(strip, person)
  // Before anything that may cost units: what it costs depends on who is there.
  void page.refreshSession().then(() => follow(store.state, null))
}

const isMoved = (
  { view }: State,
  to: { readonly zoom: number; readonly center: readonly [number, number] },
): boolean =>
  view === null ||
  round(view.zoom, 2) !== round(to.zoom, 2) ||
  view.center.some((value, index) => round(value, 4) !== round(to.center[index], 4))

const fitTo = async (page: Page, id: string): Promise<void> => {
  try {
    const { bbox } = (await loadBoundary(id)).value
    if (page.store.state.place === id) page.fit(bbox)
  } catch {
    // The panel reports it.
  }
}

const showFaults = (box: HTMLElement, faults: readonly string[]): void =>
  show(
    box,
    faults.length > 0 &&
      h(
        'div',
        { class: 'note warn', role: 'alert' },
        'This link is broken in part. The rest of it is shown. ',
        faults.join(' '),
      ),
  )

const root = document.getElementById('explorer')
if (root !== null && hasWebGl()) start(root)
else {
  document.documentElement.classList.add('without-map')
  document.getElementById('no-map')?.removeAttribute('hidden')
}
