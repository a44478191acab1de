/** Lists every boundary that contains a point, from the country down, with boundaries nearby and disputes. */
import type { BoundaryRef, Position, ReverseBoundariesOutput } from '../client/index.ts'
import { copyAsSection } from './copy-as.ts'
import { h, list, show } from './dom.ts'
import { levelText, pointText } from './format-numbers.ts'
import { callOnce } from './operation-calls.ts'
import type { ExplorerPage } from './panel-context.ts'
import { claimNotes, namesOfClaims, note, placeLink, problemNote, waiting } from './panel-parts.ts'
import { pointCall } from './shown-calls.ts'

export const showLadder = async (
  panel: HTMLElement,
  page: ExplorerPage,
  at: Position,
  { isLatest, fits }: { readonly isLatest: () => boolean; readonly fits: boolean },
): Promise<void> => {
  const title = h('h2', 'At ', h('span.unbroken', pointText(at)))
  show(panel, title, waiting('Finding the boundaries of this point …'))
  try {
    const value = await ladderAt(at)
    if (!isLatest()) return
    const current = page.store.state.place
    const rung = (each: BoundaryRef, further = ''): HTMLElement =>
      h(
        'li',
        placeLink(page, each, { 'aria-current': each.id === current ? 'true' : null }),
        ' ',
        h('span.quiet', `${levelText(each)}${further}`),
      )
    const rungs = value.boundaries.map((each) => rung(each))
    show(
      panel,
      title,
      value.boundaries.length === 0
        ? note('No boundary contains this point.')
        : h('ol.ladder', { 'aria-label': 'Boundaries that contain the point' }, rungs),
      value.nearby.length > 0 && [
        h('h3', 'Nearby'),
        list('ul.ladder', value.nearby, (each) => rung(each, `, ${each.distance_km} km away`)),
      ],
      ...claimNotes(value),
      copyAsSection(pointCall(at), page),
    )
    void page.refreshSession()
    // The person pointed at the smallest unit; postcode areas come after the units and have no level.
    const smallest = value.boundaries.findLast(({ admin_level: level }) => level !== null)
    if (current === null && smallest !== undefined) page.open(smallest.id, { replace: true, keepView: !fits })
  } catch (error) {
    const retry = () => void showLadder(panel, page, at, { isLatest, fits })
    if (isLatest()) show(panel, title, problemNote(error, retry))
  }
}

const ladderAt = async ([lon, lat]: Position): Promise<ReverseBoundariesOutput> =>
  (await callOnce('reverse_boundaries', { lat, lon })).value

/** Returns the names of disputed and shared areas at a point. */
export const claimsAt = async (at: Position | null): Promise<readonly string[]> => {
  try {
    return at === null ? [] : namesOfClaims(await ladderAt(at))
  } catch {
    return []
  }
}
