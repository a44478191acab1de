/** The basket: boundaries to merge and to cut out, and the area that results. */
import type { Boundary, Union } from './answers.ts'
import { callOnce } from './api.ts'
import { copyAs, type ShownCall } from './copy-as.ts'
import { h, show } from './dom.ts'
import { areaText, bytesText, count, plural } from './format.ts'
import type { Shape } from './map.ts'
import type { Page } from './page.ts'
import { note, priceOf, problemNote, saveLink, section, signInLink, textButton, waiting } from './parts.ts'

let latest = 0

/** @param fits whether the map moves to the area */
export const showBasket = async (panel: HTMLElement, page: Page, fits: boolean): Promise<void> => {
  const number = ++latest
  const { include, exclude } = page.store.state
  const ids = [...include, ...exclude]
  if (ids.length === 0) {
    page.draw('basket', [])
    show(
      panel,
      h('h2', {}, 'Basket'),
      h(
        'p',
        { class: 'quiet' },
        'Add boundaries to merge them into one area, and cut others out of it. Open a boundary and choose “Add to basket” or “Cut out”.',
      ),
    )
    return
  }
  const lists = h('div', {})
  const result = h('div', { 'aria-live': 'polite' })
  const isLatest = (): boolean => number === latest
  show(panel, h('h2', {}, 'Basket'), lists, result)
  showLists(lists, page)
  const outlines = await outlinesOf(page, isLatest)
  if (!isLatest()) return
  showLists(lists, page)
  page.draw('basket', outlines)
  await showUnion(result, page, outlines, { isLatest, fits })
}

const showLists = (box: HTMLElement, page: Page): void => {
  const { include, exclude } = page.store.state
  show(
    box,
    listOf('Together', include, page),
    exclude.length > 0 && listOf('Without', exclude, page),
    h(
      'p',
      { class: 'row' },
      textButton('Empty the basket', () => page.store.change({ include: [], exclude: [] })),
    ),
  )
}

const listOf = (title: string, ids: readonly string[], page: Page): HTMLElement =>
  h(
    'section',
    {},
    h('h3', {}, title),
    ids.length === 0
      ? h('p', { class: 'quiet' }, 'Nothing yet.')
      : h(
          'ul',
          { class: 'basket' },
          ids.map((id) =>
            h(
              'li',
              {},
              h(
                'button',
                { type: 'button', class: 'link', 'data-key': id, onclick: () => page.open(id) },
                h('span', { dir: 'auto' }, page.nameOf(id)),
              ),
              h(
                'button',
                {
                  type: 'button',
                  class: 'plain small',
                  'aria-label': `Remove ${page.nameOf(id)}`,
                  onclick: () => remove(page, id),
                },
                'Remove',
              ),
            ),
          ),
        ),
  )

const remove = (page: Page, removed: string): void => {
  const { include, exclude } = page.store.state
  page.store.change({
    include: include.filter((id) => id !== removed),
    exclude: exclude.filter((id) => id !== removed),
  })
}

/** The outline of each boundary. One that cannot be had is reported by the union. */
const outlinesOf = async (page: Page, isLatest: () => boolean): Promise<readonly Shape[]> => {
  const { include, exclude } = page.store.state
  const outline = async (id: string, colour: string): Promise<readonly Shape[]> => {
    try {
      const { value } = await callOnce<Boundary>('get_boundary', { id, detail: 'low', include: ['parents'] })
      if (isLatest()) page.know({ ...value.properties, id })
      return value.geometry === null ? [] : [{ geometry: value.geometry, colour, isFilled: false }]
    } catch {
      return []
    }
  }
  const shapes = await Promise.all([
    ...include.map((id) => outline(id, 'include')),
    ...exclude.map((id) => outline(id, 'exclude')),
  ])
  return shapes.flat()
}

const showUnion = async (
  box: HTMLElement,
  page: Page,
  outlines: readonly Shape[],
  { isLatest, fits }: { readonly isLatest: () => boolean; readonly fits: boolean },
): Promise<void> => {
  const { include, exclude } = page.store.state
  const input = { include, exclude, detail: 'low' }
  if (include.length === 0) {
    show(box, note('Add something to cut out of.'))
    return
  }
  const cost = page.person.costOfUnion(include.length + exclude.length)
  const unite = async (): Promise<void> => {
    show(box, waiting('Merging …'))
    try {
      const { value, bytes } = await callOnce<Union>('union_boundaries', input)
      if (!isLatest()) return
      const { area_km2: area, parts, vertices } = value.properties
      if (value.geometry !== null) {
        page.draw('basket', [...outlines, { geometry: value.geometry, colour: 'include', isFilled: true }])
        if (fits) page.fit(value.bbox)
      }
      show(
        box,
        h(
          'p',
          { class: 'result' },
          h('strong', {}, areaText(area)),
          ` in ${plural(parts, 'part')}, ${count(vertices)} points at low detail`,
        ),
        h(
          'p',
          { class: 'row' },
          saveLink('area.geojson', JSON.stringify(value), `Download GeoJSON, ${bytesText(bytes)}`),
        ),
        section('Copy as', () => copyAs(unionCall(input), page.baseUrl)),
      )
    } catch (error) {
      if (isLatest())
        show(
          box,
          problemNote(error),
          section('Copy as', () => copyAs(unionCall(input), page.baseUrl)),
        )
    }
    void page.refreshSession()
  }
  if (cost === 0) await unite()
  else
    show(
      box,
      cost === null
        ? h('p', { class: 'note' }, 'More than six boundaries need an account. ', signInLink())
        : h(
            'p',
            { class: 'row' },
            textButton(`Merge${priceOf(cost)}`, () => void unite()),
          ),
      section('Copy as', () => copyAs(unionCall(input), page.baseUrl)),
    )
}

const unionCall = (input: {
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly detail: string
}): ShownCall => {
  const { exclude, ...rest } = input
  const fields = exclude.length === 0 ? rest : { ...rest, exclude }
  return {
    op: 'union_boundaries',
    method: 'POST',
    path: '/v1/boundaries/union',
    fields,
    input: fields,
    positional: ['include'],
    needsKey: true,
  }
}
