/** The basket: boundaries to merge and to cut out. */
import { h, list, show } from './dom.ts'
import { loadBoundary, outlineOf } from './load-boundary.ts'
import { showUnion } from './merged-area.ts'
import type { ExplorerPage } from './panel-context.ts'
import { placeLink, textButton } from './panel-parts.ts'

let latest = 0

/** @param fits true to move the map to the area */
export const showBasket = async (panel: HTMLElement, page: ExplorerPage, fits: boolean): Promise<void> => {
  const number = ++latest
  const { include, exclude } = page.store.state
  const ids = [...include, ...exclude]
  if (ids.length === 0) {
    page.draw('basket', [])
    show(
      panel,
      h('h2', 'Basket'),
      h(
        'p.quiet',
        'Add boundaries to merge them into one area, and cut others out of it. Open a boundary and choose “Add to basket” or “Cut out”.',
      ),
    )
    return
  }
  const lists = h('div')
  const result = h('div', { 'aria-live': 'polite' })
  const isLatest = (): boolean => number === latest
  show(panel, h('h2', 'Basket'), lists, result)
  showLists(lists, page)
  await Promise.all(ids.map((id) => learnName(page, id)))
  const outlines = await Promise.all([
    ...include.map((id) => outlineOf(id, 'include')),
    ...exclude.map((id) => outlineOf(id, 'exclude')),
  ])
  if (!isLatest()) return
  showLists(lists, page)
  page.draw('basket', outlines.flat())
  await showUnion(result, page, outlines.flat(), { isLatest, fits })
}

/** Looks up the name of a boundary from a permalink, which has only ids. */
const learnName = async (page: ExplorerPage, id: string): Promise<void> => {
  try {
    page.know({ ...(await loadBoundary(id)).value.properties, id })
  } catch {
    // The union reports the error.
  }
}

const showLists = (box: HTMLElement, page: ExplorerPage): void => {
  const { include, exclude } = page.store.state
  const empty = () => page.store.change({ include: [], exclude: [] })
  show(
    box,
    listOf('Merged', include, page),
    exclude.length > 0 && listOf('Cut out', exclude, page),
    h('p.row', textButton('Empty the basket', empty)),
  )
}

const listOf = (title: string, ids: readonly string[], page: ExplorerPage): HTMLElement =>
  h(
    'section',
    h('h3', title),
    ids.length === 0 ? h('p.quiet', 'Nothing yet.') : list('ul.basket', ids, (id) => basketItem(id, page)),
  )

const basketItem = (id: string, page: ExplorerPage): HTMLElement => {
  const name = page.nameOf(id)
  const remove = () => removeFromBasket(page, id)
  const labels = { 'aria-label': `Remove ${name}`, 'data-key': `remove ${id}` }
  return h('li', placeLink(page, { id, name }), textButton('Remove', remove, labels))
}

const removeFromBasket = (page: ExplorerPage, removed: string): void => {
  const { include, exclude } = page.store.state
  page.store.change({
    include: include.filter((id) => id !== removed),
    exclude: exclude.filter((id) => id !== removed),
  })
}
