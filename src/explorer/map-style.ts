/** The look of the map in light and dark. Every source is this server; labels are drawn with the fonts of the device. */
import type { FilterSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'

export type Scheme = 'light' | 'dark'

const PALETTES = {
  light: {
    water: '#d5e3ea',
    land: '#f6f3ea',
    border: '#8d8a9c',
    label: '#3b4540',
    halo: '#f6f3ea',
    shape: '#1d6b50',
    include: '#1d6b50',
    exclude: '#a3271f',
  },
  dark: {
    water: '#0d1519',
    land: '#242c28',
    border: '#78808a',
    label: '#d5dcd7',
    halo: '#161c19',
    shape: '#78cba6',
    include: '#78cba6',
    exclude: '#ff9d90',
  },
} as const

export const SHAPES = 'shapes'
export const POINT = 'point'
const TILES = 'boundaries'
const LAND = 'land'
/** Where the borders of tiles take over from the coarse land of the whole world. */
const CLOSE = 5

/** Levels of borders and the zoom from which each is drawn. */
const LEVELS = [
  { level: 2, from: 0, width: [0.6, 2.2] },
  { level: 4, from: 3.5, width: [0.3, 1.4] },
  { level: 6, from: 6, width: [0.3, 1] },
  { level: 8, from: 9, width: [0.3, 0.8] },
] as const

export const styleOf = (scheme: Scheme, origin: string): StyleSpecification => {
  const colours = PALETTES[scheme]
  const tile = { source: TILES, 'source-layer': 'boundaries' }
  return {
    version: 8,
    sources: {
      [TILES]: { type: 'vector', url: `${origin}/tiles/all.json` },
      [LAND]: { type: 'geojson', data: new URL('land.json', import.meta.url).href, tolerance: 0.3 },
      [SHAPES]: { type: 'geojson', data: EMPTY, tolerance: 0.2 },
      [POINT]: { type: 'geojson', data: EMPTY },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colours.water } },
      {
        id: 'land',
        type: 'fill',
        source: LAND,
        maxzoom: CLOSE,
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

/** Units between two levels are drawn with the higher of them. */
const levelFilter = (level: number): FilterSpecification => [
  'all',
  ['>=', ['get', 'level'], level],
  ['<', ['get', 'level'], level + 2],
]

const EMPTY = { type: 'FeatureCollection', features: [] } as const as never

/** Colours of shapes. The scheme's own are the same as in the stylesheet. */
export const shapeColours = (scheme: Scheme): (typeof PALETTES)[Scheme] => PALETTES[scheme]

/** For the parts of a description: distinct also for colour-blind eyes, and legible on both schemes (Okabe and Ito). */
export const PART_COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'] as const
