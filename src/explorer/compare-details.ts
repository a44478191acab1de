/** The details of a boundary side by side, with the positions and bytes of each. The map shows the chosen one. */
import type { BoundaryFeature, Detail } from '../client/index.ts'
import { h, show } from './dom.ts'
import { bytesText, count, plural } from './format-numbers.ts'
import { loadBoundary } from './load-boundary.ts'
import { type FullVertices, offeredDetails, offeredFor, vertexText } from './offered-details.ts'
import type { ExplorerPage } from './panel-context.ts'
import { priceLabel, problemNote, signInLink, textButton, waiting } from './panel-parts.ts'

interface Loaded {
  readonly boundary: BoundaryFeature
  readonly bytes: number
}

export const createDetails = (
  page: ExplorerPage,
  boundary: BoundaryFeature,
  { chosen, full }: { readonly chosen: Detail; readonly full: FullVertices },
  onChoose: (detail: Detail) => void,
): HTMLElement => {
  const offered = offeredDetails(boundary.properties.vertices, full)
  const loaded = new Map<Detail, Loaded>()
  const cards = h('div.details', { role: 'radiogroup', 'aria-label': 'Detail on the map' })
  const below = h('div')
  let withPoints = false

  const wanted = (): Detail => offeredFor(page.store.state.detail, offered)
  /** Returns the wanted detail once it is loaded. */
  const detailOnMap = (): Detail => (loaded.has(wanted()) ? wanted() : 'low')
  const draw = (): void => {
    const { geometry } = loaded.get(detailOnMap())?.boundary ?? boundary
    if (geometry !== null)
      page.draw('place', [{ geometry, colour: 'shape', isFilled: true, hasPoints: withPoints }])
  }
  const loadAll = async (details: readonly Detail[]): Promise<void> => {
    show(below, waiting('Loading …'))
    try {
      for (const detail of details) {
        const { value, bytes } = await loadBoundary(boundary.id, detail)
        loaded.set(detail, { boundary: value, bytes })
        present()
      }
      show(below, options())
      // Another boundary may have taken the panel in the meantime.
      if (below.isConnected) draw()
    } catch (error) {
      const retry = () => void loadAll(details)
      show(below, problemNote(error, retry))
    }
    void page.refreshSession()
  }
  const choose = (detail: Detail): void => {
    page.store.change({ detail }, { replace: true })
    present()
    draw()
    onChoose(detail)
  }
  const present = (): void => {
    const current = detailOnMap()
    show(
      cards,
      offered.map((detail) => {
        const known = loaded.get(detail)
        return h(
          'label.detail',
          h('input', {
            type: 'radio',
            name: 'detail',
            value: detail,
            'data-key': `detail-${detail}`,
            checked: detail === current,
            disabled: known === undefined,
            onchange: () => choose(detail),
          }),
          h('span.name', detail),
          h(
            'span',
            known === undefined
              ? vertexText(detail, full)
              : `${count(known.boundary.properties.vertices)} points`,
          ),
          h('span.quiet', known === undefined ? priceSentence(page, detail) : sizeLabel(known)),
        )
      }),
    )
  }
  const options = (): HTMLElement => {
    const missing = offered.filter((detail) => !loaded.has(detail))
    const costs = missing.map((detail) => page.person.costOfDetail(detail))
    const total = costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)
    const detail = wanted()
    const cost = page.person.costOfDetail(detail)
    return h(
      'div.row',
      // A permalink has a detail; if that costs units, it waits for a press.
      cost !== null &&
        missing.includes(detail) &&
        textButton(`Show ${detail} detail${priceLabel(cost)}`, () => void loadAll([detail])),
      missing.length > 0 &&
        (costs.includes(null)
          ? h(
              'span.quiet',
              signInLink(),
              full === null
                ? ' to see and download the boundary with up to 25,000 points, or at the full detail of the source.'
                : ` to see and download the boundary with all ${count(full)} points of the source.`,
            )
          : textButton(`Compare all detail levels${priceLabel(total)}`, () => void loadAll(missing))),
      h(
        'label.check',
        h('input', {
          type: 'checkbox',
          checked: withPoints,
          onchange: (event: Event) => {
            withPoints = (event.target as HTMLInputElement).checked
            draw()
          },
        }),
        'Show points',
      ),
    )
  }

  present()
  draw()
  void loadAll(chosen !== 'low' && page.person.costOfDetail(chosen) === 0 ? ['low', chosen] : ['low'])
  return h(
    'section.section',
    h('h3', 'Detail'),
    offered.length === 1
      ? h('p.quiet', `All ${count(boundary.properties.vertices)} points of the source are shown.`)
      : cards,
    below,
  )
}

const priceSentence = ({ person }: ExplorerPage, detail: Detail): string => {
  const cost = person.costOfDetail(detail)
  if (cost === null) return 'with an account'
  return cost === 0 ? 'not loaded yet' : `costs ${plural(cost, 'unit')}`
}

/** A polygon that is too large for an answer is in a file instead. */
const sizeLabel = ({ boundary, bytes }: Loaded): string =>
  boundary.geometry === null ? 'as a file' : bytesText(bytes)
