/** The picked boundaries: a list with buttons to remove them, and their polygons on the map. */
import type { BoundaryFeature } from '../client/index.ts'
import { h, list, show } from '../explorer/dom.ts'
import { kindText, plural } from '../explorer/format.ts'
import { joinedShape } from '../explorer/frame.ts'
import { loadBoundary } from '../explorer/load-boundary.ts'
import { problemNote, textButton, waiting } from '../explorer/panel-parts.ts'
import { MAX_IDS, type SignedIds } from './embed-address.ts'
import type { EmbedParts } from './embed-parts.ts'

export interface Picked {
  /** Picks a boundary for the person at the map. */
  readonly pick: (id: string) => Promise<void>
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

  const pick = async (id: string): Promise<void> => {
    const number = ++latest
    show(notes, waiting('Loading …'))
    try {
      const { value } = await loadBoundary(id)
      if (number !== latest) return
      show(notes)
      const { name, kind: found } = value.properties
      if (kind !== null && found !== kind) {
        show(
          notes,
          h(
            'p.note',
            `${name} is not of the kind that is picked here (${kindText(kind)}), but: ${kindText(found)}.`,
          ),
        )
        return
      }
      if (picked.some(({ properties }) => properties.id === value.properties.id)) {
        show(status, `${name} is picked already.`)
        return
      }
      if (isSeveral && picked.length >= MAX_IDS) {
        show(notes, h('p.note', { role: 'alert' }, `At most ${MAX_IDS} boundaries can be picked.`))
        return
      }
      set(isSeveral ? [...picked, value] : [value], true)
      show(status, `${name} is picked. ${countText()}`)
    } catch (error) {
      if (number !== latest) return
      show(
        notes,
        problemNote(error, () => void pick(id)),
      )
      onProblem(error)
    }
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
