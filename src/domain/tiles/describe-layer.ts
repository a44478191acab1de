/** The `vector_layers` of TileJSON 3.0.0 (§3.3), which archives have as well. */
import { KINDS } from '../boundary/kind.ts'
import { LAND_LAYER, TOWN_LAYER, WATER_LAYER } from './draw-base-tile.ts'
import { LABEL_LAYER } from './draw-labels.ts'
import { TILE_LAYER } from './draw-tile.ts'

export const describeLayer = (languages: readonly string[], maxZoom: number): object => ({
  id: TILE_LAYER,
  description: 'Polygons, lower levels first.',
  minzoom: 0,
  maxzoom: maxZoom,
  fields: fieldsOf(languages),
})

/** The same of the tiles of labels. */
export const describeLabels = (languages: readonly string[], maxZoom: number): object => ({
  id: LABEL_LAYER,
  description: 'A point in each boundary that has room for its name, those of lower levels first.',
  minzoom: 0,
  maxzoom: maxZoom,
  fields: { ...fieldsOf(languages), area_km2: 'Area in square kilometres, a whole number.' },
})

const fieldsOf = (languages: readonly string[]): Readonly<Record<string, string>> => ({
  id: 'Id of the boundary, as the operations take it.',
  name: 'Local name.',
  ...Object.fromEntries(
    languages.map((language) => [`name:${language}`, 'Name in this language, where it has one.']),
  ),
  kind: `One of ${KINDS.join(', ')}.`,
  level: 'admin_level of OpenStreetMap, a number; absent where there is none.',
})

/** The same of the base map. */
export const describeBaseLayers = (minZoom: number, maxZoom: number): readonly object[] =>
  [
    { id: LAND_LAYER, description: 'Land; lakes and rivers count as land.', fields: {} },
    { id: WATER_LAYER, description: 'Large lakes and rivers, over the land.', fields: {} },
    {
      id: TOWN_LAYER,
      description: 'Towns as points, the most important one of each sixteenth of a tile.',
      fields: {
        name: 'English name of well-known cities, otherwise the local one.',
        rank: 'Place among the towns of the tile, from 0 for the most important one.',
        population: 'People, a number; absent where unknown.',
        capital: 'The admin_level of the boundary whose seat it is, 2 or 4; absent for other towns.',
      },
    },
  ].map((layer) => ({ ...layer, minzoom: minZoom, maxzoom: maxZoom }))
