/** The panel of a boundary: what it is, its levels, subdivisions, details, files, and the call behind it. */
import type { Boundary, Child, Children, Detail, Ladder, Position, Ref } from './answers.ts'
import { callOnce } from './api.ts'
import { copyAs, type ShownCall } from './copy-as.ts'
import { createDetails } from './details.ts'
import { h, show } from './dom.ts'
import { createDownloads } from './downloads.ts'
import { areaText, count, levelText, pointText } from './format.ts'
import type { Page } from './page.ts'
import { disputeNotes, note, problemNote, section, textButton, waiting } from './parts.ts'

/** A newer question makes an answer that is still on its way void. */
let latest = 0

export const showPlace = async (panel: HTMLElement, page: Page): Promise<void> => {
  const number = ++latest
  const { place, at, detail } = page.store.state
  if (place === null && at === null) {
    page.draw('place', [])
    show(panel, introduction())
    return
  }
  const parts = [h('div', { class: 'ladder-part' }), h('div', { class: 'boundary-part' })] as const
  show(panel, ...parts)
  await Promise.all([
    at === null ? null : showLadder(parts[0], page, at, () => number === latest),
    place === null
      ? page.draw('place', [])
      : showBoundary(parts[1], page, { place, detail }, () => number === latest),
  ])
}

const introduction = (): HTMLElement =>
  h(
    'div',
    { class: 'welcome' },
    h('p', { class: 'lead' }, 'Boundaries of the world: countries, states, counties, cities and districts.'),
    h(
      'p',
      { class: 'quiet' },
      'Search for one, or click anywhere on the map to see every boundary that contains the point.',
    ),
  )

const showLadder = async (
  panel: HTMLElement,
  page: Page,
  at: Position,
  isLatest: () => boolean,
): Promise<void> => {
  const title = h('h2', {}, 'At ', h('span', { class: 'unbroken' }, pointText(at)))
  show(panel, title, waiting('Finding the boundaries of this point …'))
  try {
    const { value } = await callOnce<Ladder>('reverse_boundaries', { lat: at[1], lon: at[0] })
    if (!isLatest()) return
    const current = page.store.state.place
    const rung = (each: Ref, further: string | null): HTMLElement =>
      h(
        'li',
        {},
        h(
          'button',
          {
            type: 'button',
            class: 'link',
            'data-key': each.id,
            'aria-current': each.id === current ? 'true' : null,
            onclick: () => page.open(each.id),
          },
          h('span', { dir: 'auto' }, each.name),
        ),
        ' ',
        h(
          'span',
          { class: 'quiet' },
          further === null ? levelText(each) : `${levelText(each)}, ${further} away`,
        ),
      )
    show(
      panel,
      title,
      value.boundaries.length === 0
        ? note('No boundary contains this point.')
        : h(
            'ol',
            { class: 'ladder', 'aria-label': 'Boundaries that contain the point' },
            value.boundaries.map((each) => rung(each, null)),
          ),
      value.nearby.length > 0 && [
        h('h3', {}, 'Nearby'),
        h(
          'ul',
          { class: 'ladder' },
          value.nearby.map((each) => rung(each, `${each.distance_km} km`)),
        ),
      ],
      ...disputeNotes(value.disputed),
      section('Copy as', () => copyAs(reverseCall(at), page.baseUrl)),
    )
    void page.refreshSession()
    // The smallest unit is what the person pointed at; postcode areas come after the units and have no level.
    const smallest = value.boundaries.findLast(({ admin_level: level }) => level !== null)
    if (current === null && smallest !== undefined) page.open(smallest.id, { replace: true, keepView: true })
  } catch (error) {
    if (isLatest()) show(panel, title, problemNote(error))
  }
}

const reverseCall = ([lon, lat]: Position): ShownCall => ({
  op: 'reverse_boundaries',
  method: 'GET',
  path: '/v1/boundaries/reverse',
  fields: { lat, lon },
  input: { lat, lon },
  positional: ['lat', 'lon'],
  needsKey: true,
})

const showBoundary = async (
  panel: HTMLElement,
  page: Page,
  { place, detail }: { readonly place: string; readonly detail: Detail },
  isLatest: () => boolean,
): Promise<void> => {
  show(panel, waiting('Loading …'))
  let boundary: Boundary
  try {
    boundary = (await callOnce<Boundary>('get_boundary', { id: place, detail: 'low', include: ['parents'] }))
      .value
  } catch (error) {
    if (isLatest()) {
      page.draw('place', [])
      show(panel, problemNote(error))
    }
    return
  }
  if (!isLatest()) return
  const { properties } = boundary
  const asked = page.store.state.at !== null
  const files = h('div', {})
  showFiles(files, page, boundary, detail)
  const title = h('h2', { tabindex: '-1', id: 'place-name', dir: 'auto' }, properties.name)
  show(
    panel,
    !asked && properties.parents.length > 0 && parentsOf(properties.parents, page),
    title,
    h('p', { class: 'facts' }, factsOf(boundary)),
    h(
      'p',
      { class: 'row' },
      textButton('Add to basket', () => page.addToBasket('include', boundary.properties)),
      textButton('Cut out', () => page.addToBasket('exclude', boundary.properties)),
      textButton('Zoom to it', () => page.fit(boundary.bbox)),
    ),
    ...disputeNotes(properties.disputed),
    properties.source.stale && note('A newer version of this boundary could not be used.'),
    section('Subdivisions', () => childrenOf(place, page), { open: true }),
    createDetails(page, boundary, detail, (chosen) => showFiles(files, page, boundary, chosen)),
    files,
    h(
      'p',
      { class: 'quiet source' },
      h('a', { href: properties.source.url, rel: 'noreferrer' }, 'Source'),
      `. ${properties.attribution}`,
    ),
  )
}

/** What depends on the detail. Sections that are open stay open. */
const showFiles = (box: HTMLElement, page: Page, boundary: Boundary, detail: Detail): void => {
  const isOpen = [...box.querySelectorAll('details')].map(({ open }) => open)
  show(
    box,
    section('Download', () => createDownloads(page, boundary, detail), { open: isOpen[0] === true }),
    section('Copy as', () => copyAs(getCall(boundary.id, detail), page.baseUrl), {
      open: isOpen[1] === true,
    }),
  )
}

const parentsOf = (parents: readonly Ref[], page: Page): HTMLElement =>
  h(
    'nav',
    { 'aria-label': 'Higher levels' },
    h(
      'ol',
      { class: 'parents' },
      parents.map((parent) =>
        h(
          'li',
          {},
          h(
            'button',
            { type: 'button', class: 'link', 'data-key': parent.id, onclick: () => page.open(parent.id) },
            h('span', { dir: 'auto' }, parent.name),
          ),
        ),
      ),
    ),
  )

const factsOf = ({ properties }: Boundary): string =>
  [
    properties.kind === 'country' ? 'Country' : levelText(properties),
    areaText(properties.area_km2),
    properties.population === null ? null : `${count(properties.population)} people`,
    properties.iso,
    properties.id === properties.iso ? null : properties.id,
  ]
    .filter((fact) => fact !== null)
    .join(' · ')

const getCall = (id: string, detail: Detail): ShownCall => ({
  op: 'get_boundary',
  method: 'GET',
  path: `/v1/boundaries/${id}`,
  fields: { detail },
  input: { id, detail },
  positional: ['id'],
  needsKey: detail !== 'low',
})

/** The tree of subdivisions: each opens to its own. */
const childrenOf = (id: string, page: Page): HTMLElement => {
  const box = h('div', {}, waiting('Loading the subdivisions …'))
  void callOnce<Children>('list_children', { id }).then(
    ({ value }) =>
      show(
        box,
        value.children.length === 0
          ? value.notes.length === 0 && h('p', { class: 'quiet' }, 'This service has no subdivisions of it.')
          : h(
              'ul',
              { class: 'tree' },
              value.children.map((child) => branchOf(child, page)),
            ),
        ...value.notes.map((text) => note(text)),
      ),
    (error) => show(box, problemNote(error)),
  )
  return box
}

const branchOf = (child: Child, page: Page): HTMLElement => {
  const box = h('div', { class: 'branch' })
  const toggle = h(
    'button',
    {
      type: 'button',
      class: 'toggle',
      'aria-expanded': 'false',
      'aria-label': `Subdivisions of ${child.name}`,
    },
    '▸',
  )
  toggle.addEventListener('click', () => {
    const isOpen = toggle.getAttribute('aria-expanded') === 'true'
    toggle.setAttribute('aria-expanded', String(!isOpen))
    if (isOpen) show(box)
    else show(box, childrenOf(child.id, page))
  })
  return h(
    'li',
    {},
    toggle,
    h(
      'button',
      {
        type: 'button',
        class: 'link',
        'data-key': child.id,
        onclick: () => page.open(child.id),
        title: levelText(child),
      },
      h('span', { dir: 'auto' }, child.name),
    ),
    box,
  )
}
