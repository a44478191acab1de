/**
 * The layers that every map of Metes draws: the page in the browser, and the style that the server publishes for maps of others. Their sources
 * have the ids below; a map chooses where each comes from.
 */
import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  SymbolLayerSpecification,
  VectorSourceSpecification,
} from 'maplibre-gl'
import type { Colours } from './colours.ts'

/** Tiles of boundaries. */
export const TILES = 'boundaries'
/** Tiles of the base map. */
export const BASE = 'base'
/** The coarse map of the whole world. */
export const WORLD = 'world'
/** One point for each boundary that gets a name. */
export const LABELS = 'labels'
/** Zoom from which tiles of boundaries are drawn; below it, the coarse map of the whole world. */
export const CLOSE = 5
/** Tiles of land come a zoom earlier, so that they are there when the coarse land goes. */
const LAND_CLOSE = 4
const MAX_TILE_ZOOM = 14

/** What is a country says its kind: Curaçao has the level of a state, and the Netherlands that of a region. */
const IS_COUNTRY: ExpressionSpecification = ['==', ['get', 'kind'], 'country']

/** Postcode areas have no level, and neither a line nor a name. */
const LEVEL: ExpressionSpecification = ['coalesce', ['get', 'level'], 99]

/** Names appear with the borders of their level. */
export const IS_NAMED: FilterSpecification = [
  'all',
  ['!', IS_COUNTRY],
  ['>', LEVEL, 2],
  ['<', LEVEL, ['step', ['zoom'], 6, 6.5, 8, 9.5, 12]],
]

/** Borders within countries, by level up to the next, with the zoom from which each is drawn. */
const LEVELS = [
  { level: 3, below: 6, from: CLOSE, width: [0.5, 1.4] },
  { level: 6, below: 8, from: 6, width: [0.3, 1] },
  { level: 8, below: 10, from: 9, width: [0.3, 0.8] },
] as const

/** @param service address of the service, without a trailing slash */
export const tileSource = (service: string, language: string): VectorSourceSpecification => ({
  type: 'vector',
  tiles: [`${service}/tiles/all/{z}/{x}/{y}.mvt?languages=${language}`],
  minzoom: CLOSE,
  maxzoom: MAX_TILE_ZOOM,
})

export const baseSource = (service: string): VectorSourceSpecification => ({
  type: 'vector',
  tiles: [`${service}/tiles/base/{z}/{x}/{y}.mvt`],
  minzoom: LAND_CLOSE,
  maxzoom: MAX_TILE_ZOOM,
})

/** Water and land. Both come from the land mask and not from countries, whose borders may run in the sea. */
export const landLayers = (colours: Colours): readonly LayerSpecification[] => [
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
]

/** Borders: the deeper the level, the closer the zoom that shows it. */
export const borderLayers = (colours: Colours): readonly LayerSpecification[] => [
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
      source: TILES,
      'source-layer': 'boundaries',
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
    source: TILES,
    'source-layer': 'boundaries',
    minzoom: CLOSE,
    filter: IS_COUNTRY,
    paint: {
      'line-color': colours.border,
      'line-width': ['interpolate', ['linear'], ['zoom'], CLOSE, 1.3, CLOSE + 8, 2.2],
      'line-opacity': 0.9,
    },
  },
]

const levelFilter = (level: number, below: number): FilterSpecification => [
  'all',
  ['!', IS_COUNTRY],
  ['>=', LEVEL, level],
  ['<', LEVEL, below],
]

/** Names of units above this level come before those of towns, and of others after them. */
const TOP_LEVELS = 6

interface NameOptions {
  /** What labels say, in the language of the map. */
  readonly name: ExpressionSpecification
  /** Points of `LABELS`: a layer of its tiles, or the whole source. */
  readonly labels: { readonly 'source-layer'?: string; readonly isShown?: FilterSpecification }
  /** An image of the map for the dot of a town; null for a dot that is written before the name. */
  readonly townIcon: string | null
}

/** Names, the least important first, because a map places the last layer first. */
export const nameLayers = (colours: Colours, options: NameOptions): readonly LayerSpecification[] => [
  unitNames('names-small', ['>=', LEVEL, TOP_LEVELS], colours, options),
  townNames('towns', ['!=', ['get', 'capital'], 2], colours, options),
  unitNames('names', ['<', LEVEL, TOP_LEVELS], colours, options),
  townNames('capitals', ['==', ['get', 'capital'], 2], colours, options),
]

const unitNames = (
  id: string,
  levels: ExpressionSpecification,
  colours: Colours,
  { name, labels: { isShown, ...layer } }: NameOptions,
): SymbolLayerSpecification => ({
  id,
  type: 'symbol',
  source: LABELS,
  ...layer,
  minzoom: CLOSE,
  filter: isShown === undefined ? levels : (['all', isShown, levels] as FilterSpecification),
  layout: { ...label(11, name), 'text-letter-spacing': 0.06, 'symbol-sort-key': LEVEL },
  paint: { ...labelPaint(colours), 'text-color': colours.unit },
})

const townNames = (
  id: string,
  filter: FilterSpecification,
  colours: Colours,
  { townIcon }: NameOptions,
): SymbolLayerSpecification => ({
  id,
  type: 'symbol',
  source: BASE,
  'source-layer': 'towns',
  minzoom: CLOSE,
  filter,
  layout: {
    ...label(11, townIcon === null ? ['concat', '• ', ['get', 'name']] : ['get', 'name']),
    'text-size': ['interpolate', ['linear'], ['coalesce', ['get', 'population'], 0], 2e4, 10.5, 1e6, 13],
    'symbol-sort-key': ['get', 'rank'],
    ...(townIcon === null
      ? { 'text-anchor': 'left', 'text-offset': [-0.25, 0], 'text-justify': 'left' }
      : {
          'text-variable-anchor': ['left', 'right', 'bottom', 'top'],
          'text-radial-offset': 0.5,
          'text-justify': 'auto',
          'icon-image': townIcon,
          'icon-size': id === 'capitals' ? 1 : 0.7,
        }),
  },
  paint: { ...labelPaint(colours), ...(townIcon !== null && { 'icon-color': colours.label }) },
})

interface CountryNames {
  readonly name: ExpressionSpecification
  /** Of the features, the most important country first. */
  readonly order: ExpressionSpecification
  /** Where its countries are. */
  readonly from: Pick<SymbolLayerSpecification, 'source' | 'source-layer' | 'filter'>
}

export const countryNames = (
  colours: Colours,
  { name, order, from }: CountryNames,
): SymbolLayerSpecification => ({
  id: 'country-names',
  type: 'symbol',
  ...from,
  maxzoom: CLOSE + 1.5,
  layout: { ...label(13, name), 'symbol-sort-key': order },
  paint: labelPaint(colours),
})

/**
 * Without an address of glyphs, MapLibre draws each letter with the fonts of the device, in any script and without a
 * request.
 */
const label = (size: number, name: ExpressionSpecification): SymbolLayerSpecification['layout'] => ({
  'text-field': name,
  'text-font': ['system-ui', 'sans-serif'],
  'text-size': size,
  'text-max-width': 7,
  'text-padding': 4,
})

const labelPaint = ({ label: colour, halo }: Colours): SymbolLayerSpecification['paint'] => ({
  'text-color': colour,
  'text-halo-color': halo,
  'text-halo-width': 1.2,
})
