/** The style of the map of a page in light and dark. Every source is this server; labels use the fonts of the device. */
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { type Colours, coloursOf, type Scheme } from '../map-style/colours.ts'
import {
  BASE,
  baseSource,
  borderLayers,
  CLOSE,
  countryNames,
  IS_NAMED,
  LABELS,
  landLayers,
  nameLayers,
  TILES,
  tileSource,
  WORLD,
} from '../map-style/layers.ts'
import { type Pickable, pickLayers, pickSources } from './pickable.ts'

export const SHAPES = 'shapes'
export const POINT = 'point'
/** An invisible layer of the units that get names. */
export const NAMED = 'named'
/** An image that the map draws itself. */
export const TOWN_ICON = 'town'

export const styleOf = (scheme: Scheme, origin: string, pickable?: Pickable): StyleSpecification => {
  const colours = coloursOf(scheme)
  return {
    version: 8,
    sources: {
      // Marks under the pointer belong to ids.
      [TILES]: { ...tileSource(origin, 'en'), ...(pickable !== undefined && { promoteId: 'id' }) },
      ...(pickable !== undefined && pickSources(pickable, origin)),
      [BASE]: baseSource(origin),
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
      ...landLayers(colours),
      ...borderLayers(colours),
      ...(pickable === undefined ? [] : pickLayers(pickable, colours)),
      ...shapeLayers(colours),
      {
        id: NAMED,
        type: 'fill',
        source: TILES,
        'source-layer': 'boundaries',
        minzoom: CLOSE,
        filter: IS_NAMED,
        paint: { 'fill-opacity': 0 },
      },
      ...nameLayers(colours, { name: ['get', 'name'], labels: {}, townIcon: TOWN_ICON }),
      countryNames(colours, {
        name: ['get', 'name'],
        order: ['get', 'rank'],
        from: {
          source: WORLD,
          // The names of small countries appear when there is room for them.
          filter: [
            'all',
            ['==', ['get', 'what'], 'country'],
            ['<', ['get', 'rank'], ['step', ['zoom'], 80, 2, 130, 3, 180, 4, 300]],
          ],
        },
      }),
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

const shapeLayers = (colours: Colours): readonly LayerSpecification[] => [
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
]

const EMPTY = { type: 'FeatureCollection', features: [] } as const as never
