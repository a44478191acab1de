/** The style of the map in light and dark. Every source is this server; labels use the fonts of the device. */
import type {
  ExpressionSpecification,
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
const TILES = 'boundaries'
const BASE = 'base'
/** An image that the map draws itself. */
export const TOWN_ICON = 'town'
const WORLD = 'world'
/** Zoom from which tiles of boundaries are drawn; below it, the coarse map of the whole world. */
const CLOSE = 5
/** Tiles of land come a zoom earlier, so that they are there when the coarse land goes. */
const LAND_CLOSE = 4
const MAX_TILE_ZOOM = 14

/** What is a country says its kind: Curaçao has the level of a state, and the Netherlands that of a region. */
const IS_COUNTRY: ExpressionSpecification = ['==', ['get', 'kind'], 'country']

/** Postcode areas have no level, and neither a line nor a name. */
const LEVEL: ExpressionSpecification = ['coalesce', ['get', 'level'], 99]

/** Borders within countries, by level up to the next, with the zoom from which each is drawn. */
const LEVELS = [
  { level: 3, below: 6, from: CLOSE, width: [0.5, 1.4] },
  { level: 6, below: 8, from: 6, width: [0.3, 1] },
  { level: 8, below: 10, from: 9, width: [0.3, 0.8] },
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
      [BASE]: {
        type: 'vector',
        tiles: [`${origin}/tiles/base/{z}/{x}/{y}.mvt`],
        minzoom: LAND_CLOSE,
        maxzoom: MAX_TILE_ZOOM,
      },
      [WORLD]: {
        type: 'geojson',
        data: new URL('world.json', import.meta.url).href,
        tolerance: 0.3,
        maxzoom: CLOSE,
      },
      // All points: simplified further, small holes cross the border, and wedges are drawn between them.
      [SHAPES]: { type: 'geojson', data: EMPTY, tolerance: 0 },
      [POINT]: { type: 'geojson', data: EMPTY },
      [LABELS]: { type: 'geojson', data: EMPTY },
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': colours.water } },
      ...(['land', 'water'] as const).map(
        (what): LayerSpecification => ({
          id: `${what}-far`,
          type: 'fill',
          source: WORLD,
          filter: ['==', ['get', 'what'], what],
          maxzoom: CLOSE,
          paint: { 'fill-color': colours[what], 'fill-antialias': false },
        }),
      ),
      // Both come from the land mask and not from countries, whose borders may run in the sea.
      ...(['land', 'water'] as const).map(
        (what): LayerSpecification => ({
          id: what,
          type: 'fill',
          source: BASE,
          'source-layer': what,
          minzoom: LAND_CLOSE,
          paint: { 'fill-color': colours[what], 'fill-antialias': false },
        }),
      ),
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
        ({ level, below, from, width: [least, most] }): LayerSpecification => ({
          id: `border-${level}`,
          type: 'line',
          ...tile,
          minzoom: from,
          filter: levelFilter(level, below),
          paint: {
            'line-color': colours.border,
            'line-width': ['interpolate', ['linear'], ['zoom'], from, least, from + 8, most],
            'line-opacity': 0.6,
          },
        }),
      ),
      {
        id: 'border-country',
        type: 'line',
        ...tile,
        minzoom: CLOSE,
        filter: IS_COUNTRY,
        paint: {
          'line-color': colours.border,
          'line-width': ['interpolate', ['linear'], ['zoom'], CLOSE, 1.3, CLOSE + 8, 2.2],
          'line-opacity': 0.9,
        },
      },
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
        id: NAMED,
        type: 'fill',
        ...tile,
        minzoom: CLOSE,
        // Names appear with the borders of their level.
        filter: [
          'all',
          ['!', IS_COUNTRY],
          ['>', LEVEL, 2],
          ['<', LEVEL, ['step', ['zoom'], 6, 6.5, 8, 9.5, 12]],
        ],
        paint: { 'fill-opacity': 0 },
      },
      namesLayer('names-small', ['>=', ['get', 'level'], TOP_LEVELS], colours),
      townsLayer('towns', ['!=', ['get', 'capital'], 2], colours),
      namesLayer('names', ['<', ['get', 'level'], TOP_LEVELS], colours),
      townsLayer('capitals', ['==', ['get', 'capital'], 2], colours),
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
        maxzoom: CLOSE + 1.5,
        layout: { ...label(13), 'symbol-sort-key': ['get', 'rank'] },
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

/** Names of units above this level come before those of towns, and of others after them. */
const TOP_LEVELS = 6

const namesLayer = (
  id: string,
  filter: FilterSpecification,
  colours: ReturnType<typeof coloursOf>,
): SymbolLayerSpecification => ({
  id,
  type: 'symbol',
  source: LABELS,
  minzoom: CLOSE,
  filter,
  layout: { ...label(11), 'text-letter-spacing': 0.06, 'symbol-sort-key': ['get', 'level'] },
  paint: { ...labelPaint(colours), 'text-color': colours.unit },
})

const townsLayer = (
  id: string,
  filter: FilterSpecification,
  colours: ReturnType<typeof coloursOf>,
): SymbolLayerSpecification => ({
  id,
  type: 'symbol',
  source: BASE,
  'source-layer': 'towns',
  minzoom: CLOSE,
  filter,
  layout: {
    ...label(11),
    'text-size': ['interpolate', ['linear'], ['coalesce', ['get', 'population'], 0], 2e4, 10.5, 1e6, 13],
    'text-variable-anchor': ['left', 'right', 'bottom', 'top'],
    'text-radial-offset': 0.5,
    'text-justify': 'auto',
    'symbol-sort-key': ['get', 'rank'],
    'icon-image': TOWN_ICON,
    'icon-size': id === 'capitals' ? 1 : 0.7,
  },
  paint: { ...labelPaint(colours), 'icon-color': colours.label },
})

const levelFilter = (level: number, below: number): FilterSpecification => [
  'all',
  ['!', IS_COUNTRY],
  ['>=', LEVEL, level],
  ['<', LEVEL, below],
]

const EMPTY = { type: 'FeatureCollection', features: [] } as const as never
