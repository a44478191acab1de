/** An area that the page around the frame shows: boundaries that are merged, others cut out of them, and polygons of its own. */
import type { Polygons } from '../client/index.ts'
import { h, list, show } from '../explorer/dom.ts'
import { kindText } from '../explorer/format-numbers.ts'
import { loadBoundary } from '../explorer/load-boundary.ts'
import type { MapShape } from '../explorer/map.ts'
import { joinedShape, type Shape } from '../explorer/map-framing.ts'
import { callOnce } from '../explorer/operation-calls.ts'
import { problemNote, waiting } from '../explorer/panel-parts.ts'
import type { SignedIds } from './embed-address.ts'
import type { EmbedParts } from './embed-parts.ts'

export interface ShownArea {
  /** `fits`: moves the map to the area. */
  readonly showIds: (ids: SignedIds, options?: { readonly fits: boolean }) => Promise<void>
  readonly showPolygons: (area: Polygons | null) => void
}

export const createShownArea = ({ map, status, host, panel, onProblem }: EmbedParts): ShownArea => {
  const content = h('div')
  show(panel, content)
  let ofIds: readonly MapShape[] = []
  let ofPage: readonly MapShape[] = []
  let latest = 0
  const draw = (): void => map.draw([...ofIds, ...ofPage])
  let shapeOfIds: Shape | null = null
  let shapeOfPage: Shape | null = null
  const fit = (): void => {
    const shape = joinedShape([shapeOfIds, shapeOfPage].filter((each) => each !== null))
    if (shape !== null) map.fit(shape)
  }

  const showIds: ShownArea['showIds'] = async ({ include, exclude }, { fits } = { fits: true }) => {
    const number = ++latest
    const ids = [...include, ...exclude]
    if (ids.length > 0) show(content, waiting('Loading …'))
    const loaded = await Promise.allSettled(ids.map((id) => loadBoundary(id)))
    if (number !== latest) return
    const failed = loaded.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
    const loadedAt = (index: number) => {
      const each = loaded[index]
      return each.status === 'fulfilled' ? [each.value.value] : []
    }
    const merged = include.flatMap((_, index) => loadedAt(index))
    const cut = exclude.flatMap((_, index) => loadedAt(include.length + index))
    const outlines = (all: typeof merged, colour: string, isFilled: boolean): readonly MapShape[] =>
      all.flatMap(({ geometry }) => (geometry === null ? [] : [{ geometry, colour, isFilled }]))
    // Without anything to cut out, polygons side by side are the area.
    ofIds = [...outlines(merged, 'include', cut.length === 0), ...outlines(cut, 'exclude', false)]
    draw()
    const part = (title: string, all: typeof merged) =>
      all.length > 0 && [
        h('h2', title),
        list('ul.picked', all, ({ properties: { name, kind } }) =>
          h('li', h('span', h('span.name', { dir: 'auto' }, name), ' ', h('span.quiet', kindText(kind)))),
        ),
      ]
    const notes = h('div')
    show(content, part(cut.length === 0 ? 'Shown' : 'Merged', merged), part('Cut out', cut), notes)
    host.send({
      metes: 'boundaries',
      boundaries: merged.map(({ properties: { id, name, kind } }) => ({ id, name, kind })),
      isChange: false,
    })
    shapeOfIds = joinedShape(merged)
    if (fits) fit()
    if (merged.length > 0 && cut.length > 0 && failed.length === 0) {
      try {
        const input = { include, exclude, detail: 'low' } as const
        const { geometry, bbox } = (await callOnce('union_boundaries', input)).value
        if (number !== latest) return
        // Instead of the outlines, whose edges lie on its own.
        if (geometry !== null) ofIds = [{ geometry, colour: 'include', isFilled: true }]
        draw()
        shapeOfIds = { bbox, geometry }
        if (fits) fit()
      } catch (error) {
        // The outlines show what is merged and what is cut out.
        if (number === latest) failed.push(error)
      }
    }
    if (number !== latest) return
    show(
      notes,
      failed.map((error) => problemNote(error)),
    )
    failed.forEach(onProblem)
  }

  return {
    showIds,
    showPolygons: (area) => {
      ofPage = area === null ? [] : [{ geometry: area, colour: 'include', isFilled: true }]
      draw()
      shapeOfPage = area === null ? null : joinedShape([{ geometry: area }])
      fit()
      show(status, area === null ? '' : 'An area is shown on the map.')
    },
  }
}
