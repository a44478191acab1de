/** The `vector_layers` of TileJSON 3.0.0 (§3.3), which archives have as well. */
import { KINDS } from '../boundary/kind.ts'
import { TILE_LAYER } from './draw-tile.ts'

export const describeLayer = (languages: readonly string[], maxZoom: number): object => ({
  id: TILE_LAYER,
  description: 'Polygons, lower levels first.',
  minzoom: 0,
  maxzoom: maxZoom,
  fields: {
    id: 'Id of the boundary, as the operations take it.',
    name: 'Local name.',
    ...Object.fromEntries(
      languages.map((language) => [`name:${language}`, 'Name in this language, where it has one.']),
    ),
    kind: `One of ${KINDS.join(', ')}.`,
    level: 'admin_level of OpenStreetMap, a number; absent where there is none.',
  },
})
