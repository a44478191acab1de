/** The panel of a boundary: its description, levels, subdivisions, details, files, and the call behind it. */
import type { BoundaryFeature, BoundaryRef, Detail } from '../client/index.ts'
import { claimsAt, showLadder } from './boundaries-at-point.ts'
import { boundaryFiles } from './boundary-files.ts'
import { createDetails } from './compare-details.ts'
import { copyAsSection } from './copy-as.ts'
import { h, list, show } from './dom.ts'
import { createDownloads } from './downloads.ts'
import { areaText, count, levelText } from './format-numbers.ts'
import { loadBoundary } from './load-boundary.ts'
import { offeredDetails, offeredFor, verticesOfFull } from './offered-details.ts'
import type { ExplorerPage } from './panel-context.ts'
import { claimNotes, note, placeLink, problemNote, section, textButton, waiting } from './panel-parts.ts'
import type { State } from './permalink.ts'
import { boundaryCall } from './shown-calls.ts'
import { subdivisionsOf } from './subdivisions.ts'

/** Number of the latest request; answers to earlier ones are ignored. */
let latest = 0

/** @param fits true to move the map to the boundary that a point opens */
export const showPlace = async (panel: HTMLElement, page: ExplorerPage, fits = false): Promise<void> => {
  const number = ++latest
  const { place, at, detail } = page.store.state
  if (place === null && at === null) {
    page.draw('place', [])
    show(panel, introduction(page))
    return
  }
  const parts = [h('div.ladder-part'), h('div.boundary-part')] as const
  show(panel, ...parts)
  const isLatest = (): boolean => number === latest
  await Promise.all([
    at === null ? null : showLadder(parts[0], page, at, { isLatest, fits }),
    place === null ? page.draw('place', []) : showBoundary(parts[1], page, { place, detail }, isLatest),
  ])
}

const introduction = (page: ExplorerPage): HTMLElement =>
  h(
    'div.welcome',
    h('p.lead', 'Boundaries of the world: countries, states, counties, cities and districts.'),
    h(
      'p.quiet',
      'Search for one, or click anywhere on the map to see every boundary that contains the point.',
    ),
    h('h3', 'Examples'),
    list('ul.examples', EXAMPLES, ({ title, says, state }) =>
      h(
        'li',
        h('button.link', { type: 'button', onclick: () => page.store.change(state) }, title),
        h('span.quiet', says),
      ),
    ),
  )

/** One for each thing that the page can do. None costs a visitor anything: the description waits for its button. */
const EXAMPLES: readonly {
  readonly title: string
  readonly says: string
  readonly state: Partial<State>
}[] = [
  { title: 'Japan', says: 'a boundary, with its subdivisions and files', state: { place: 'iso:JP' } },
  {
    title: 'What is at the Eiffel Tower?',
    says: 'every boundary that contains a point',
    state: { at: [2.2945, 48.8584], view: { zoom: 8, center: [2.2945, 48.8584] } },
  },
  {
    title: 'Spain and Portugal',
    says: 'boundaries merged into one area',
    state: { panel: 'basket', include: ['iso:ES', 'iso:PT'] },
  },
  {
    title: 'Benelux without Luxembourg',
    says: 'an area described in words',
    state: { panel: 'describe', text: 'Benelux without Luxembourg' },
  },
]

const showBoundary = async (
  panel: HTMLElement,
  page: ExplorerPage,
  { place, detail }: { readonly place: string; readonly detail: Detail },
  isLatest: () => boolean,
): Promise<void> => {
  show(panel, waiting('Loading …'))
  let boundary: BoundaryFeature
  try {
    boundary = (await loadBoundary(place)).value
  } catch (error) {
    if (!isLatest()) return
    page.draw('place', [])
    const retry = () => void showBoundary(panel, page, { place, detail }, isLatest)
    return show(panel, problemNote(error, retry))
  }
  const { at } = page.store.state
  const [namedAbove, full] = await Promise.all([claimsAt(at), verticesOfFull(boundary)])
  if (!isLatest()) return
  const { properties } = boundary
  const offered = offeredDetails(properties.vertices, full)
  const chosen = offeredFor(detail, offered)
  const files = h('div')
  const showFilesAt = (each: Detail): void =>
    showFiles(files, page, boundary, { detail: each, hasMore: offered.length > 1 })
  showFilesAt(chosen)
  const title = h('h2', { tabindex: '-1', id: 'place-name', dir: 'auto' }, properties.name)
  show(
    panel,
    at === null && properties.parents.length > 0 && parentLinks(properties.parents, page),
    title,
    h('p.facts', factsOf(boundary)),
    actionsOn(boundary, page),
    ...claimNotes(properties, namedAbove),
    properties.source.stale &&
      note('This boundary may be out of date: a newer version is being fetched or could not be used.'),
    section('Subdivisions', () => subdivisionsOf(place, page), { open: true }),
    createDetails(page, boundary, { chosen, full }, showFilesAt),
    files,
    h(
      'p.quiet.source',
      h('a', { href: properties.source.url, rel: 'noreferrer' }, 'Source'),
      `. ${properties.attribution}`,
    ),
  )
  followFocus(panel, title)
}

/** Goes on at the name of the boundary for somebody who opened it by the keyboard in this panel. */
const followFocus = (panel: HTMLElement, title: HTMLElement): void => {
  if (document.activeElement === panel.closest('[role=tabpanel]')) title.focus({ preventScroll: true })
}

const actionsOn = (boundary: BoundaryFeature, page: ExplorerPage): HTMLElement => {
  const status = h('p.row.quiet', { role: 'status' })
  const add = (role: 'include' | 'exclude') => () =>
    show(
      status,
      page.addToBasket(role, boundary.properties),
      textButton('Open the basket', () => page.store.change({ panel: 'basket' }), { class: 'link' }),
    )
  return h(
    'div',
    h(
      'p.row',
      textButton('Add to basket', add('include')),
      textButton('Cut out', add('exclude')),
      textButton('Zoom to it', () => page.fit('place', boundary)),
    ),
    status,
  )
}

/** Shows the parts that depend on the detail. Open sections stay open. */
const showFiles = (
  box: HTMLElement,
  page: ExplorerPage,
  boundary: BoundaryFeature,
  { detail, hasMore }: { readonly detail: Detail; readonly hasMore: boolean },
): void => {
  const isOpen = [...box.querySelectorAll<HTMLDetailsElement>(':scope > details')].map(({ open }) => open)
  show(
    box,
    section(
      'Download',
      () => createDownloads(boundaryFiles(page, boundary, { detail, hasMore }), page.person),
      { open: isOpen[0] === true },
    ),
    copyAsSection(boundaryCall(boundary.id, detail), page, { open: isOpen[1] === true }),
  )
}

const parentLinks = (parents: readonly BoundaryRef[], page: ExplorerPage): HTMLElement =>
  h(
    'nav',
    { 'aria-label': 'Higher levels' },
    list('ol.parents', parents, (parent) => h('li', placeLink(page, parent))),
  )

const factsOf = ({ properties }: BoundaryFeature): string =>
  [
    properties.kind === 'country' ? 'Country' : levelText(properties),
    areaText(properties.area_km2),
    properties.population === null ? null : `${count(properties.population)} people`,
    properties.iso,
    properties.id === properties.iso ? null : properties.id,
  ]
    .filter((fact) => fact !== null)
    .join(' · ')
