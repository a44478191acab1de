/** The tabs of the panels (ARIA Authoring Practices, "Tabs with automatic activation"). */
import { h } from './dom.ts'
import type { Store } from './page-state.ts'
import { PANELS, type Panel, type State } from './permalink.ts'

const TITLES: Readonly<Record<Panel, string>> = { place: 'Place', basket: 'Basket', describe: 'Describe' }

export const createTabs = (store: Store) => {
  const tabs = PANELS.map((panel) =>
    h(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `tab-${panel}`,
        'aria-controls': `panel-${panel}`,
        onclick: () => store.change({ panel }),
      },
      TITLES[panel],
    ),
  )
  const element = h('div.tabs', { role: 'tablist', 'aria-label': 'Panels' }, ...tabs)
  element.addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: PANELS.length - 1 }[key]
    if (step === undefined) return
    const next = (PANELS.indexOf(store.state.panel) + step) % PANELS.length
    store.change({ panel: PANELS[next] })
    tabs[next].focus()
  })
  const follow = ({ panel, include, exclude }: State): void => {
    for (const [index, tab] of tabs.entries()) {
      tab.setAttribute('aria-selected', String(PANELS[index] === panel))
      tab.tabIndex = PANELS[index] === panel ? 0 : -1
    }
    const filled = include.length + exclude.length
    tabs[PANELS.indexOf('basket')].textContent = filled === 0 ? TITLES.basket : `${TITLES.basket} (${filled})`
  }
  return { element, follow }
}
