/**
 * Starts the embedded map: a person picks boundaries on it or by search, or looks at an area, and the page around the frame is told. It
 * calls the service as a visitor without an account, and leads to no other page in its frame.
 */
import { MetesProblem, type Position } from '../client/index.ts'
import { CREDITS } from '../explorer/credits.ts'
import { h, list, show } from '../explorer/dom.ts'
import { kindText } from '../explorer/format-numbers.ts'
import { loadBoundary } from '../explorer/load-boundary.ts'
import { createMap, hasWebGl } from '../explorer/map.ts'
import { TOWN_ZOOM } from '../explorer/map-framing.ts'
import { callAt } from '../explorer/operation-calls.ts'
import { problemNote, textButton } from '../explorer/panel-parts.ts'
import type { View } from '../explorer/permalink.ts'
import { minPickZoom } from '../explorer/pickable.ts'
import { createSearch } from '../explorer/search-box.ts'
import { type EmbedOptions, readEmbedAddress } from './embed-address.ts'
import { type EmbedMap, type EmbedParts, NO_MAP } from './embed-parts.ts'
import { type Handled, type Host, listenToHost } from './host.ts'
import { invalidInput } from './host-message.ts'
import { createPicked } from './picked.ts'
import { createShownArea } from './shown-area.ts'

const WORLD: View = { zoom: 0.8, center: [10, 25] }

const start = (root: HTMLElement): void => {
  callAt({ path: '/embed/', credentials: 'omit' })
  let handle: (message: Handled) => Promise<void> = async () => {}
  const host = listenToHost((message) => handle(message))
  const read = readEmbedAddress(location.search, (root.dataset.kinds ?? '').split(' '))
  if ('options' in read) handle = open(root, host, read.options)
  else showFaults(root, host, read.faults)
}

const showFaults = (root: HTMLElement, host: Host, faults: readonly string[]): void => {
  show(
    root,
    h(
      'div.note.bad.faults',
      { role: 'alert' },
      h('p', 'This map cannot be shown, because its address is wrong.'),
      list('ul', faults, (fault) => h('li', fault)),
    ),
    credits(),
  )
  host.send(invalidInput(faults.join(' ')))
}

/** Returns what handles messages of the page around the frame. */
const open = (
  root: HTMLElement,
  host: Host,
  options: EmbedOptions,
): ((message: Handled) => Promise<void>) => {
  const { mode, kind, level, within, ids, scheme } = options
  if (scheme !== null) document.documentElement.style.colorScheme = scheme
  const picks = mode !== 'show'
  const mapBox = h('div.world-map', { role: 'region', 'aria-label': 'Map' })
  const here =
    picks && hasWebGl() ? h('button.plain.small.here', { type: 'button' }, 'Pick at the centre') : null
  const mapStatus = h('p', { role: 'status' })
  const leftOut = h('p', { role: 'status' })
  const mapNotes = h('div')
  const status = h('p.unseen', { role: 'status' })
  const panel = h('section.panel', { 'aria-label': picks ? 'Picked boundaries' : 'The area' })
  const search =
    picks &&
    createSearch(
      {
        onChoose: ({ id }) => void choose(id),
        onOpen: (id) => void choose(id, { isFromHint: true }),
        onPoint: (center) => map.go({ zoom: TOWN_ZOOM, center }),
        afterChoice: () => '',
      },
      { ...(kind !== null && { kind }), ...(level !== null && { admin_level: level }) } as object,
    )
  show(
    root,
    h('h1.unseen', picks ? 'Pick a boundary' : 'An area on the map'),
    h('div.side', search, panel, status),
    h(
      'div.map-side',
      mapBox,
      here !== null && [h('span.crosshair', { 'aria-hidden': 'true' }), here],
      h('div.map-notes', mapNotes, leftOut, mapStatus),
    ),
    credits(),
  )

  const drawn = hasWebGl()
    ? createMap(
        mapBox,
        WORLD,
        {
          onClick: (at) => picks && pickAt(at),
          onMove: () => {},
          onLeftOut: (showAll) =>
            show(
              leftOut,
              showAll !== null && ['Distant parts are out of view. ', textButton('Show all', showAll)],
            ),
          onStatus: (text) => show(mapStatus, text),
        },
        {
          isFramed: true,
          ...(scheme !== null && { scheme }),
          ...(picks && { pickable: { kind, level } }),
        },
      )
    : null
  if (drawn === null)
    show(
      mapBox,
      h(
        'p.note',
        `The map cannot be drawn, because this browser has no WebGL.${picks ? ' Use the search.' : ''}`,
      ),
    )
  const map: EmbedMap = drawn ?? NO_MAP

  const onProblem = (error: unknown): void =>
    host.send({
      metes: 'error',
      code: error instanceof MetesProblem ? error.code : 'unreachable',
      message: error instanceof Error ? error.message : String(error),
    })
  const onFailure = (error: unknown): void => {
    show(mapNotes, problemNote(error))
    onProblem(error)
  }
  const parts: EmbedParts = { map, host, panel, status, onProblem }
  const picked = picks ? createPicked(parts, { isSeveral: mode === 'pick-several', kind }) : null
  const area = picks ? null : createShownArea(parts)

  const choose = async (id: string, from = { isFromHint: false }): Promise<void> => {
    const boundary = await picked?.pick(id, from)
    if (boundary != null) map.fit(boundary)
  }
  const pickAt = (at: Position): void => {
    const found = map.boundaryAt(at)
    if (found !== null) void picked?.pick(found.id)
    else show(status, nothingHere(map, options))
    show(leftOut, found === null && nothingHere(map, options))
  }
  here?.addEventListener('click', () => pickAt(map.view().center))

  void (picked?.replace(ids, { fits: within === null }) ?? area?.showIds(ids, { fits: within === null }))
  if (within !== null) loadBoundary(within).then(({ value }) => map.fit(value), onFailure)

  return async (message) => {
    if (message.metes === 'value')
      await (picked?.replace(message.ids, { fits: true }) ?? area?.showIds(message.ids))
    if (message.metes === 'area') {
      if (area === null) host.send(invalidInput('The area is shown with mode=show.'))
      else area.showPolygons(message.area)
    }
  }
}

const nothingHere = (map: EmbedMap, { kind, level }: EmbedOptions): string => {
  const what = kind === null ? 'boundary' : kindText(kind).toLowerCase()
  const isFar = map.view().zoom < minPickZoom({ kind, level })
  return isFar ? `Zoom in to pick a ${what} on the map, or search.` : `No ${what} is here.`
}

const credits = (): HTMLElement =>
  h(
    'p.credits',
    h('a', { href: CREDITS.href, target: '_blank', rel: 'noopener noreferrer' }, CREDITS.text),
    CREDITS.others,
  )

const root = document.getElementById('embed')
if (root !== null) start(root)
