/** The map: draws shapes over the base map, moves to them, and reports clicks and moves. */
import {
  AttributionControl,
  type ICanonicalTileID,
  type LngLat,
  Map as MapLibre,
  NavigationControl,
  type Point,
  ScaleControl,
} from 'maplibre-gl'
import type { BoundaryRef, BoundingBox, Polygons, Position } from '../client/index.ts'
import { coloursOf, type Scheme } from '../map-style/colours.ts'
import { LABELS } from '../map-style/layers.ts'
import { CREDITS } from './credits.ts'
import { unwrapped } from './format-numbers.ts'
import { labelsOf } from './labels.ts'
import { bulkOf, type Shape } from './map-framing.ts'
import { NAMED, POINT, SHAPES, styleOf, TOWN_ICON } from './map-style.ts'
import type { View } from './permalink.ts'
import { type Pickable, pickLayersOf } from './pickable.ts'
import { townIcon } from './town-icon.ts'

export interface MapShape {
  readonly geometry: Polygons
  /** A colour, or the role of one of the scheme's colours. */
  readonly colour: string
  readonly isFilled: boolean
  readonly hasPoints?: boolean
}

export type WorldMap = ReturnType<typeof createMap>

interface MapEvents {
  readonly onClick: (point: Position) => void
  /** Called when the map moves to a shape, and after the person moved it. */
  readonly onMove: (view: View) => void
  /** Called with how to show all if the view leaves out small parts far away, and with null when that is over. */
  readonly onLeftOut: (showAll: (() => void) | null) => void
  /** Called with a sentence while something is missing on the map, and with nothing when all is there. */
  readonly onStatus: (text: string) => void
}

/** What differs between the map page and the map in a frame of another site. */
export interface MapLook {
  /** The device's if absent. */
  readonly scheme?: Scheme
  /** In a frame: the page of the frame shows the credits, and scrolling moves the page around it. No request has cookies. */
  readonly isFramed?: boolean
  /** Boundaries that `boundaryAt` finds, and that are marked under the pointer. */
  readonly pickable?: Pickable
}

/** What MapLibre's events of failed tiles have besides the error. */
interface FailedTile {
  readonly tile?: { readonly tileID: { readonly canonical: ICanonicalTileID } }
  readonly sourceId?: string
}

const ATTRIBUTION = `<a href="${CREDITS.href}" rel="noreferrer">${CREDITS.text}</a>${CREDITS.others}`
const MAX_FIT_ZOOM = 14
/** Pixels. */
const SMALL = 640
/** Pixels: the note on what is left out should cover nothing of the rest. */
const NOTE_HEIGHT = 60
const RETRY_MS = 5_000
/** Most of what changes is drawn sooner, and needs no words. */
const SLOW_MS = 1_000
const LOADING = 'Loading the map …'
const MISSING = 'Some of the map is missing. Trying again …'

const darkness = matchMedia('(prefers-color-scheme: dark)')
const stillness = matchMedia('(prefers-reduced-motion: reduce)')

export const createMap = (container: HTMLElement, start: View, events: MapEvents, look: MapLook = {}) => {
  const scheme = (): Scheme => look.scheme ?? (darkness.matches ? 'dark' : 'light')
  const style = () => styleOf(scheme(), location.origin, look.pickable)
  const { onClick, onMove, onLeftOut, onStatus } = events
  let shapes: readonly MapShape[] = []
  let point: Position | null = null
  let written = '[]'
  /** Where the map is moving to. */
  let target: View | null = null
  const map = new MapLibre({
    container,
    style: style(),
    center: [...start.center] as [number, number],
    zoom: start.zoom,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    maxPitch: 0,
    minZoom: 0.5,
    fadeDuration: 0,
    ...(look.isFramed === true && {
      cooperativeGestures: true,
      transformRequest: withoutCookies,
    }),
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  if (look.isFramed !== true) {
    map.addControl(new AttributionControl({ customAttribution: ATTRIBUTION }), 'bottom-right')
    // On a small screen the credits would cover the map; their button opens them. Close them before Tab can reach their links.
    if (container.clientWidth < SMALL) closeCredits(container)
  }
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  map.addControl(new ScaleControl({}), 'bottom-left')
  map.getCanvas().setAttribute('aria-label', 'Map. Arrow keys move it, plus and minus zoom.')

  const setData = (source: string, features: readonly object[]): void => {
    const found = map.getSource(source) as { setData?: (data: object) => void } | undefined
    found?.setData?.({ type: 'FeatureCollection', features })
  }
  const redraw = (): void => {
    const own = coloursOf(scheme()) as Readonly<Record<string, string>>
    setData(
      SHAPES,
      shapes.map(({ geometry, colour, isFilled, hasPoints = false }) => ({
        type: 'Feature',
        geometry,
        properties: { colour: own[colour] ?? colour, isFilled, hasPoints },
      })),
    )
    setData(
      POINT,
      point === null
        ? []
        : [{ type: 'Feature', geometry: { type: 'Point', coordinates: point }, properties: {} }],
    )
  }
  // Only recolour, because the schemes differ in nothing else and another style would load every source again.
  const recolour = (): void => {
    for (const { id, paint = {} } of style().layers)
      for (const [name, value] of Object.entries(paint))
        map.setPaintProperty(id, name as Parameters<typeof map.setPaintProperty>[1], value)
    redraw()
  }
  darkness.addEventListener('change', () => {
    if (map.getSource(SHAPES) === undefined) map.once('style.load', recolour)
    else recolour()
  })
  map.once('style.load', () => {
    map.addImage(TOWN_ICON, townIcon(), { sdf: true, pixelRatio: 2 })
    redraw()
  })
  /** Returns whether the labels differ from those that the map has. */
  const label = (): boolean => {
    const labels = labelsOf(map, NAMED)
    const key = JSON.stringify(labels)
    if (key === written) return false
    written = key
    setData(
      LABELS,
      labels.map(({ at, ...properties }) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: at },
        properties,
      })),
    )
    return true
  }
  // The second click of a double click zooms.
  map.on('click', ({ lngLat, originalEvent }) => {
    if (originalEvent.detail <= 1) onClick(mapPosition(lngLat.wrap()))
  })
  map.on('moveend', () => {
    target = null
    onMove(mapView(map))
  })
  map.on('movestart', ({ originalEvent }) => {
    if (originalEvent !== undefined) onLeftOut(null)
  })
  map.on('error', ({ error, ...event }) => {
    console.warn(error.message)
    const { tile, sourceId } = event as FailedTile
    if (tile !== undefined && sourceId !== undefined) retry(sourceId, tile.tileID.canonical)
  })
  // A busy server refuses tiles and asks to come back; the map itself never retries.
  const failed = new Map<string, Set<ICanonicalTileID>>()
  const retry = (source: string, tile: ICanonicalTileID): void => {
    const isFirst = failed.size === 0
    failed.set(source, (failed.get(source) ?? new Set()).add(tile))
    if (!isFirst) return
    tell(MISSING)
    setTimeout(() => {
      const sources = [...failed]
      failed.clear()
      for (const [id, tiles] of sources) map.refreshTiles(id, [...tiles])
      // Tiles that have left the view are not asked for again, and the note would stay.
      map.triggerRepaint()
    }, RETRY_MS)
  }
  if (look.scheme !== undefined) container.dataset.scheme = look.scheme
  container.dataset.state = 'loading'
  let telling: ReturnType<typeof setTimeout> | undefined
  const tell = (text: string, afterMs = 0): void => {
    clearTimeout(telling)
    telling = setTimeout(() => onStatus(text), afterMs)
  }
  onStatus(LOADING)
  const load = (): void => {
    if (container.dataset.state !== 'ready') return
    container.dataset.state = 'loading'
    if (failed.size === 0) tell(LOADING, SLOW_MS)
  }
  map.on('movestart', load)
  map.on('dataloading', load)
  // Not while it moves, because reading the pieces of labels takes a while.
  map.on('idle', () => {
    tell(failed.size === 0 ? '' : MISSING)
    if (!label()) container.dataset.state = 'ready'
  })

  const frame = (bbox: BoundingBox, noteHeight = 0): void => {
    const side = Math.min(48, container.clientWidth / 10)
    const camera = map.cameraForBounds([...unwrapped(bbox)] as [number, number, number, number], {
      padding: { top: side, right: side, bottom: side + noteHeight, left: side },
      maxZoom: MAX_FIT_ZOOM,
    })
    if (camera === undefined) return
    const { center, zoom } = camera as { readonly center: LngLat; readonly zoom: number }
    map.stop()
    // At once, because the next place may be opened before the map is there, and Back has to lead to this view.
    target = { zoom, center: mapPosition(center.wrap()) }
    onMove(target)
    map.easeTo({ center, zoom, animate: !stillness.matches, duration: 600 })
  }

  const pickLayers = look.pickable === undefined ? [] : pickLayersOf(look.pickable)
  /** The boundary under the pointer. */
  let hovered: { readonly source: string; readonly sourceLayer: string; readonly id: string } | null = null
  const hover = (next: typeof hovered): void => {
    if (hovered?.id === next?.id && hovered?.source === next?.source) return
    if (hovered !== null) map.setFeatureState(hovered, { hover: false })
    if (next !== null) map.setFeatureState(next, { hover: true })
    hovered = next
    map.getCanvas().style.cursor = next === null ? '' : 'pointer'
  }
  if (pickLayers.length > 0) {
    map.on('mousemove', ({ point }) => {
      const [top] = pickedAt(map, point, pickLayers)
      hover(
        top === undefined
          ? null
          : { source: top.source, sourceLayer: String(top.sourceLayer), id: String(top.properties.id) },
      )
    })
    map.on('mouseout', () => hover(null))
  }

  return {
    /** Returns the smallest pickable boundary that the map shows at the point; null if there is none. */
    boundaryAt: (position: Position): Pick<BoundaryRef, 'id' | 'name'> | null => {
      const [top] = pickedAt(map, map.project([...position] as [number, number]), pickLayers)
      if (top === undefined) return null
      const { id, name, 'name:en': english } = top.properties
      return { id, name: english ?? name }
    },
    draw: (next: readonly MapShape[]): void => {
      shapes = next
      if (map.isStyleLoaded() || map.getSource(SHAPES) !== undefined) redraw()
    },
    mark: (next: Position | null): void => {
      point = next
      redraw()
    },
    fit: (shape: Shape): void => {
      const bulk = bulkOf(shape)
      if (bulk === null) frame(shape.bbox)
      else frame(bulk, NOTE_HEIGHT)
      const showAll = (): void => {
        onLeftOut(null)
        frame(shape.bbox)
      }
      onLeftOut(bulk === null ? null : showAll)
    },
    /** Returns where the map is, or is moving to. */
    view: (): View => target ?? mapView(map),
    go: ({ center, zoom }: View): void => {
      map.jumpTo({ center: [...center] as [number, number], zoom })
    },
  }
}

/** MapLibre passes it to `fetch`, though its types leave it out. */
const withoutCookies = (url: string) => ({ url, credentials: 'omit' as 'same-origin' })

/** The smallest first, which is drawn last. Nothing before the style is there. */
const pickedAt = (map: MapLibre, point: Point, layers: readonly string[]) =>
  map.queryRenderedFeatures(point, { layers: layers.filter((id) => map.getLayer(id) !== undefined) })

const closeCredits = (container: HTMLElement): void => {
  const credits = container.querySelector('.maplibregl-ctrl-attrib')
  credits?.removeAttribute('open')
  credits?.classList.remove('maplibregl-compact-show')
}

const mapView = (map: MapLibre): View => ({
  zoom: map.getZoom(),
  center: mapPosition(map.getCenter().wrap()),
})

const mapPosition = ({ lng, lat }: { lng: number; lat: number }): Position => [
  Number(lng.toFixed(6)),
  Number(lat.toFixed(6)),
]

/** True if the browser can draw the map. */
export const hasWebGl = (): boolean => document.createElement('canvas').getContext('webgl2') !== null
