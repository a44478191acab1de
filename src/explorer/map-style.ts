/** The style of the map in light and dark. Every source is this server; labels use the fonts of the device. */
import type {
  FilterSpecification,
  LayerSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl'
import { coloursOf, type Scheme } from './colours.ts'

export const SHAPES = 'shapes'
export const POINT = 'point'
export const LABELS = 'labels'
/** An invisible layer of the units that get names. */
export const NAMED = 'named'
export const TILES = 'boundaries'
const WORLD = 'world'
/** Zoom from which tiles are drawn; below it, the coarse map of the whole world. */
const CLOSE = 5
const MAX_TILE_ZOOM = 14

/** Levels of borders, with the zoom from which each is drawn. */
const LEVELS = [
  { level: 2, from: CLOSE, width: [1.3, 2.2] },
  { level: 4, from: CLOSE, width: [0.5, 1.4] },
  { level: 6, from: 6, width: [0.3, 1] },
  { level: 8, from: 9, width: [0.3, 0.8] },
] as const

export const styleOf = (scheme: Scheme, origin: string): StyleSpecification => {
  const colours = coloursOf(scheme)
  const tile = { source: TILES, 'source-layer': 'boundaries' }
  return {
    version: 8,
    sources: {
      [TILES]: {
        type: 'vector',
        tiles: [`${origin}/tiles/all/{z}/{x}/{y}.mvt?languages=en`],
        minzoom: CLOSE,
        maxzoom: MAX_TILE_ZOOM,
      },
      [WORLD]: {
        type: 'geojson',
        data: new URL('world.json', import.meta.url).href,
        tolerance: 0.3,
        maxzoom: CLOSE,
      },
      [SHAPES]: { type: 'geojson', data: EMPTY, tolerance: 0.2 },
      [POINT]: { type: 'geojson', data: EMPTY },
      [LABELS]: { type: 'geojson', data: EMPTY },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colours.water } },
      {
        id: 'land',
        type: 'fill',
        source: WORLD,
        filter: ['==', ['get', 'what'], 'land'],
        maxzoom: CLOSE + 2,
        paint: { 'fill-color': colours.land, 'fill-antialias': false },
      },
      {
        id: 'land-close',
        type: 'fill',
        ...tile,
        minzoom: CLOSE,
        filter: ['==', ['get', 'level'], 2],
        paint: { 'fill-color': colours.land, 'fill-antialias': false },
      },
      {
        id: 'border',
        type: 'line',
        source: WORLD,
        filter: ['==', ['get', 'what'], 'border'],
        maxzoom: CLOSE,
        layout: { 'line-join': 'round' },
        paint: {
          'line-color': colours.border,
          'line-width': ['interpolate', ['linear'], ['zoom'], 1, 0.5, 5, 1.3],
        },
      },
      ...LEVELS.toReversed().map(
        ({ level, from, width: [least, most] }): LayerSpecification => ({
          id: `border-${level}`,
          type: 'line',
          ...tile,
          minzoom: from,
          filter: levelFilter(level),
          paint: {
            'line-color': colours.border,
            'line-width': ['interpolate', ['linear'], ['zoom'], from, least, from + 8, most],
            'line-opacity': level === 2 ? 0.9 : 0.6,
          },
        }),
      ),
      {
        id: 'shape-fill',
        type: 'fill',
        source: SHAPES,
        filter: ['==', ['get', 'isFilled'], true],
        paint: { 'fill-color': ['get', 'colour'], 'fill-opacity': 0.22 },
      },
      {
        id: 'shape-line',
        type: 'line',
        source: SHAPES,
        layout: { 'line-join': 'round' },
        paint: {
          'line-color': ['get', 'colour'],
          'line-width': ['case', ['get', 'isFilled'], 2, 1.6],
          'line-opacity': ['case', ['get', 'isFilled'], 1, 0.9],
        },
      },
      {
        id: 'shape-points',
        type: 'circle',
        source: SHAPES,
        filter: ['==', ['get', 'hasPoints'], true],
        paint: {
          'circle-radius': ['interpolate', ['linear'], ['zoom'], 3, 1, 10, 3.5],
          'circle-color': colours.land,
          'circle-stroke-color': ['get', 'colour'],
          'circle-stroke-width': 1,
        },
      },
      {
        id: 'country-names',
        type: 'symbol',
        source: WORLD,
        // The names of small countries appear when there is room for them.
        filter: [
          'all',
          ['==', ['get', 'what'], 'country'],
          ['<', ['get', 'rank'], ['step', ['zoom'], 80, 2, 130, 3, 180, 4, 300]],
        ],
        maxzoom: CLOSE + 1,
        layout: { ...label(12), 'symbol-sort-key': ['get', 'rank'] },
        paint: labelPaint(colours),
      },
      {
        id: NAMED,
        type: 'fill',
        ...tile,
        minzoom: CLOSE,
        // Names appear with the borders of their level.
        filter: [
          'all',
          ['>', ['get', 'level'], 2],
          ['<', ['get', 'level'], ['step', ['zoom'], 6, 6.5, 8, 9.5, 12]],
        ],
        paint: { 'fill-opacity': 0 },
      },
      {
        id: 'names',
        type: 'symbol',
        source: LABELS,
        minzoom: CLOSE,
        layout: { ...label(11), 'symbol-sort-key': ['get', 'level'] },
        paint: labelPaint(colours),
      },
      {
        id: 'here',
        type: 'circle',
        source: POINT,
        paint: {
          'circle-radius': 6,
          'circle-color': colours.exclude,
          'circle-stroke-color': colours.land,
          'circle-stroke-width': 2,
        },
      },
    ],
  }
}

/**
 * Without an address of glyphs, MapLibre draws each letter with the fonts of the device, in any script and without a
 * request.
 */
const label = (size: number): SymbolLayerSpecification['layout'] => ({
  'text-field': ['get', 'name'],
  'text-font': ['system-ui', 'sans-serif'],
  'text-size': size,
  'text-max-width': 7,
  'text-padding': 4,
})

const labelPaint = ({
  label: colour,
  halo,
}: ReturnType<typeof coloursOf>): SymbolLayerSpecification['paint'] => ({
  'text-color': colour,
  'text-halo-color': halo,
  'text-halo-width': 1.2,
})

/** Units between two levels are drawn with the higher one. */
const levelFilter = (level: number): FilterSpecification => [
  'all',
  ['>=', ['get', 'level'], level],
  ['<', ['get', 'level'], level + 2],
]

const EMPTY = { type: 'FeatureCollection', features: [] } as const as never
