/** The published style: a map of Metes that MapLibre GL draws on any site, from its address alone. */
import type { ExpressionSpecification, StyleSpecification } from 'maplibre-gl'
import { LABEL_LAYER } from '../../domain/tiles/draw-labels.ts'
import { MAX_ZOOM } from '../../domain/tiles/tile-grid.ts'
import { type Colours, coloursOf, SCHEMES, type Scheme } from '../../map-style/colours.ts'
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
} from '../../map-style/layers.ts'
import { problem } from '../../op/problem/problem.ts'
import type { Issue } from '../../op/problem/problem-facts.ts'
import { isLanguageTag } from './tile-languages.ts'

export interface StyleOptions {
  readonly scheme: Scheme
  /** Tag of the names of boundaries, where they have one; the local name otherwise. */
  readonly language: string
}

/** Towns have names in this language. */
const DEFAULT_LANGUAGE = 'en'

/** @throws invalid_input */
export const readStyleOptions = (query: string): StyleOptions => {
  const fields = new URLSearchParams(query)
  const scheme = fields.get('scheme') ?? 'light'
  const language = fields.get('language') ?? DEFAULT_LANGUAGE
  const issues = [
    ...[...new Set(fields.keys())].filter((name) => !PARAMETERS.includes(name)).map(unknownField),
    ...(isScheme(scheme) ? [] : [INVALID_SCHEME]),
    ...(isLanguageTag(language) ? [] : [INVALID_LANGUAGE]),
  ]
  if (issues.length > 0 || !isScheme(scheme)) throw problem('invalid_input', { issues })
  return { scheme, language }
}

const PARAMETERS: readonly string[] = ['scheme', 'language']

const isScheme = (text: string): text is Scheme => SCHEMES.some((scheme) => scheme === text)

const INVALID_SCHEME: Issue = { path: 'scheme', message: 'Choose light or dark.', code: 'invalid_value' }
const INVALID_LANGUAGE: Issue = {
  path: 'language',
  message: 'Write one language tag, such as "de" or "zh-Hant".',
  code: 'invalid_format',
}
const unknownField = (path: string): Issue => ({
  path,
  message: 'The style takes no parameters but scheme and language.',
  code: 'unknown_field',
})

export interface StyleSources {
  /** Address of the service, without a trailing slash. */
  readonly baseUrl: string
  /** Required attribution of the boundaries and of the base map; maps show equal texts of several sources once. */
  readonly attribution: string
}

export const publishedStyle = (
  { scheme, language }: StyleOptions,
  { baseUrl, attribution }: StyleSources,
): StyleSpecification => {
  const colours = coloursOf(scheme)
  const name: ExpressionSpecification = ['coalesce', ['get', `name:${language}`], ['get', 'name']]
  return {
    version: 8,
    name: `Metes ${scheme}`,
    center: [10, 25],
    zoom: 1.3,
    sources: {
      [TILES]: { ...tileSource(baseUrl, language), attribution },
      [BASE]: { ...baseSource(baseUrl), attribution },
      [WORLD]: {
        type: 'geojson',
        data: `${baseUrl}/tiles/world.json`,
        tolerance: 0.3,
        maxzoom: CLOSE,
        attribution,
      },
      [LABELS]: {
        type: 'vector',
        tiles: [`${baseUrl}/tiles/labels/{z}/{x}/{y}.mvt?languages=${language}`],
        minzoom: 0,
        maxzoom: MAX_ZOOM,
        attribution,
      },
    },
    layers: [...landLayers(colours), ...borderLayers(colours), ...labelLayers(colours, name)],
  }
}

const labelLayers = (colours: Colours, name: ExpressionSpecification): StyleSpecification['layers'] => [
  ...nameLayers(colours, {
    name,
    labels: { 'source-layer': LABEL_LAYER, isShown: IS_NAMED },
    // A style without images of its own needs no further address.
    townIcon: null,
  }),
  countryNames(colours, {
    name,
    order: ['-', 0, ['get', 'area_km2']],
    from: { source: LABELS, 'source-layer': LABEL_LAYER, filter: ['==', ['get', 'kind'], 'country'] },
  }),
]
