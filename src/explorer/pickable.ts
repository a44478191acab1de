/** The boundaries that a map offers to pick: invisible polygons of tiles, which are marked under the pointer. */
import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  SourceSpecification,
} from 'maplibre-gl'
import type { Colours } from '../map-style/colours.ts'
import { CLOSE, TILES } from '../map-style/layers.ts'

export interface Pickable {
  /** Null for any. */
  readonly kind: string | null
  /** `admin_level`; null for any. */
  readonly level: number | null
}

interface PickSource {
  readonly id: string
  /** Null for a source that the map has anyway. */
  readonly set: string | null
  readonly zooms: readonly [min: number, max: number]
  readonly filter: FilterSpecification
  readonly hasBorders: boolean
}

const LEVEL: ExpressionSpecification = ['coalesce', ['get', 'level'], 99]
const MAX_ZOOM = 24
const MAX_TILE_ZOOM = 14
/** Zoom from which a kind is picked: further out its boundaries are too small for a pointer, and too many for a tile. */
const MIN_ZOOMS: Readonly<Record<string, number>> = { country: 0, state: 2, province: 2, region: 2 }

/** Returns the zoom from which boundaries are picked on the map. */
export const minPickZoom = (pickable: Pickable): number =>
  Math.min(...pickSourcesOf(pickable).map(({ zooms }) => zooms[0]))

const pickSourcesOf = ({ kind, level }: Pickable): readonly PickSource[] => {
  const ofLevel: FilterSpecification = level === null ? true : ['==', LEVEL, level]
  if (kind !== null)
    return [
      {
        id: 'pick',
        set: kind,
        zooms: [MIN_ZOOMS[kind] ?? CLOSE, MAX_ZOOM],
        filter: ofLevel,
        hasBorders: true,
      },
    ]
  if (level !== null)
    return [{ id: 'pick', set: null, zooms: [CLOSE, MAX_ZOOM], filter: ofLevel, hasBorders: true }]
  return [
    { id: 'pick-country', set: 'country', zooms: [0, CLOSE], filter: true, hasBorders: false },
    { id: 'pick', set: null, zooms: [CLOSE, MAX_ZOOM], filter: HAS_BORDER, hasBorders: false },
  ]
}

/** What has no border on the map yet cannot be aimed at. */
const HAS_BORDER: FilterSpecification = [
  'any',
  ['==', ['get', 'kind'], 'country'],
  ['<', LEVEL, ['step', ['zoom'], 6, 6, 8, 9, 12]],
]

export const pickLayersOf = (pickable: Pickable): readonly string[] =>
  pickSourcesOf(pickable).map(({ id }) => id)

export const pickSources = (
  pickable: Pickable,
  origin: string,
): Readonly<Record<string, SourceSpecification>> =>
  Object.fromEntries(
    pickSourcesOf(pickable).flatMap(({ id, set, zooms: [min, max] }) =>
      set === null
        ? []
        : [
            [
              id,
              {
                type: 'vector',
                tiles: [`${origin}/tiles/${set}/{z}/{x}/{y}.mvt?languages=en`],
                minzoom: min,
                maxzoom: Math.min(max, MAX_TILE_ZOOM),
                promoteId: 'id',
              } satisfies SourceSpecification,
            ],
          ],
    ),
  )

export const pickLayers = (pickable: Pickable, colours: Colours): readonly LayerSpecification[] =>
  pickSourcesOf(pickable).flatMap(({ id, set, zooms: [minzoom, maxzoom], filter, hasBorders }) => {
    const from = {
      source: set === null ? TILES : id,
      'source-layer': 'boundaries',
      minzoom,
      maxzoom,
      filter,
    }
    return [
      {
        id,
        type: 'fill',
        ...from,
        paint: {
          'fill-color': colours.shape,
          'fill-opacity': ['case', ['boolean', ['feature-state', 'hover'], false], 0.15, 0],
        },
      },
      ...(hasBorders
        ? [
            {
              id: `${id}-border`,
              type: 'line',
              ...from,
              paint: { 'line-color': colours.shape, 'line-width': 0.8, 'line-opacity': 0.5 },
            } satisfies LayerSpecification,
          ]
        : []),
    ]
  })
