/** The picked boundaries: a list with buttons to remove them, and their polygons on the map. */
import type { BoundaryFeature } from '../client/index.ts'
import { h, list, show } from '../explorer/dom.ts'
import { kindText, plural } from '../explorer/format-numbers.ts'
import { loadBoundary } from '../explorer/load-boundary.ts'
import { joinedShape } from '../explorer/map-framing.ts'
import { problemNote, textButton, waiting } from '../explorer/panel-parts.ts'
import { MAX_IDS, type SignedIds } from './embed-address.ts'
import type { EmbedParts } from './embed-parts.ts'

export interface Picked {
  /**
   * Picks a boundary for the person at the map, and returns it; null if it is not picked. A boundary from a hint may be of another kind;
   * search and tiles also know the further kinds of a city that is a state.
   */
  readonly pick: (id: string, options?: { readonly isFromHint: boolean }) => Promise<BoundaryFeature | null>
  /** Replaces all, as the address or the page around the frame says. */
  readonly replace: (ids: SignedIds, options: { readonly fits: boolean }) => Promise<void>
}

export const createPicked = (
  { map, status, host, panel, onProblem }: EmbedParts,
  { isSeveral, kind }: { readonly isSeveral: boolean; readonly kind: string | null },
): Picked => {
  const title = h('h2', { id: 'picked-title' }, isSeveral ? 'Picked' : 'Your choice')
  const content = h('div')
  const notes = h('div')
  show(panel, title, content, notes)
  let picked: readonly BoundaryFeature[] = []
  /** Number of the latest change; answers to earlier ones are ignored. */
  let latest = 0

  const set = (next: readonly BoundaryFeature[], isChange: boolean): void => {
    picked = next
    map.draw(
      picked.flatMap(({ geometry }) =>
        geometry === null ? [] : [{ geometry, colour: 'shape', isFilled: true }],
      ),
    )
    show(
      content,
      picked.length === 0
        ? h(
            'p.quiet',
            isSeveral ? 'Nothing yet. Search, or click on the map.' : 'Search, or click on the map.',
          )
        : list('ul.picked', picked, itemOf),
    )
    host.send({
      metes: 'boundaries',
      boundaries: picked.map(({ properties: { id, name, kind } }) => ({ id, name, kind })),
      isChange,
    })
  }
  const itemOf = ({ properties: { id, name, kind } }: BoundaryFeature): HTMLElement =>
    h(
      'li',
      h('span', h('span.name', { dir: 'auto' }, name), ' ', h('span.quiet', kindText(kind))),
      textButton('Remove', () => remove(id), { 'aria-label': `Remove ${name}`, 'data-key': `remove ${id}` }),
    )
  const remove = (id: string): void => {
    latest++
    const removed = picked.find(({ properties }) => properties.id === id)
    set(
      picked.filter((each) => each !== removed),
      true,
    )
    show(notes)
    show(status, `${removed?.properties.name ?? 'It'} is removed. ${countText()}`)
    // Its button is gone.
    if (document.activeElement === document.body || document.activeElement === null)
      (panel.querySelector('button') ?? document.getElementById('search'))?.focus()
  }
  const countText = (): string =>
    isSeveral ? `${plural(picked.length, 'boundary').replace(/ys$/, 'ies')} picked.` : ''

  const pick: Picked['pick'] = async (id, { isFromHint } = { isFromHint: false }) => {
    const number = ++latest
    show(notes, waiting('Loading …'))
    try {
      const { value } = await loadBoundary(id)
      if (number !== latest) return null
      show(notes)
      const { name } = value.properties
      const refusal = refusalOf(value, isFromHint)
      if (refusal !== null) {
        show(notes, h('p.note', { role: 'alert' }, refusal))
        return null
      }
      const isPicked = picked.some(({ properties }) => properties.id === value.properties.id)
      if (!isPicked) set(isSeveral ? [...picked, value] : [value], true)
      show(status, isPicked ? `${name} is picked already.` : `${name} is picked. ${countText()}`)
      return value
    } catch (error) {
      if (number !== latest) return null
      const retry = () => void pick(id, { isFromHint })
      show(notes, problemNote(error, retry))
      onProblem(error)
      return null
    }
  }
  const refusalOf = (
    { properties: { name, kind: found } }: BoundaryFeature,
    isFromHint: boolean,
  ): string | null => {
    if (isFromHint && kind !== null && found !== kind)
      return `${name} cannot be picked here: its kind is ${kindText(found)}, not ${kindText(kind)}.`
    return isSeveral && picked.length >= MAX_IDS ? `At most ${MAX_IDS} boundaries can be picked.` : null
  }

  return {
    pick,
    replace: async ({ include, exclude }, { fits }) => {
      const number = ++latest
      const ids = (isSeveral ? include : include.slice(0, 1)).filter((id) => !exclude.includes(id))
      if (ids.length > 0) show(notes, waiting('Loading …'))
      const loaded = await Promise.allSettled(ids.map((id) => loadBoundary(id)))
      if (number !== latest) return
      const found = loaded.flatMap((each) => (each.status === 'fulfilled' ? [each.value.value] : []))
      const failed = loaded.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
      const byId = new Map(found.map((each) => [each.properties.id, each]))
      set([...byId.values()], false)
      show(
        notes,
        failed.map((error) => problemNote(error)),
      )
      failed.forEach(onProblem)
      const shape = joinedShape(found)
      if (fits && shape !== null) map.fit(shape)
    },
  }
}
