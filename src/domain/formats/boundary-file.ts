/** The content of a boundary's file. Every writer takes this and returns bytes. */
import type { BBox, Rings } from '../geometry/rings.ts'

export interface BoundaryFile {
  readonly rings: Rings
  /** Maximum decimals of a coordinate. */
  readonly decimals: number
  readonly feature: FeatureHead
}

/** A GeoJSON Feature without its geometry. */
export interface FeatureHead {
  readonly id: string
  readonly bbox: BBox
  readonly properties: FeatureProperties
}

/** The properties that `get_boundary` shows, by their wire names. The writers rely on the named ones. */
interface FeatureProperties {
  readonly [member: string]: unknown
  readonly name: string
  readonly kind: string
  /** Attribution and licence of the data: every file carries it. */
  readonly attribution: string
  readonly source: { readonly [member: string]: unknown; readonly url: string }
}

/** The properties that the formats with flat fields carry (KML's ExtendedData, GML's elements), in this order. */
const FIELDS = [
  'kind',
  'admin_level',
  'country',
  'iso',
  'wikidata',
  'population',
  'population_source',
  'area_km2',
  'detail',
  'precision',
  'vertices',
  'attribution',
]

const SOURCE_FIELDS = ['url', 'version', 'timestamp', 'fetched_at']

/** All known properties of the boundary, with flat names: `source.url` becomes `source_url`. */
export const flatFields = ({ id, properties }: FeatureHead): readonly (readonly [string, string])[] => {
  const fields: [string, unknown][] = [['id', id]]
  for (const field of FIELDS) fields.push([field, properties[field]])
  for (const field of SOURCE_FIELDS) fields.push([`source_${field}`, properties.source[field]])
  return fields
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([field, value]) => [field, String(value)])
}

/** "Fiji, country (r571747)": the title of a file. */
export const caption = ({ id, properties }: FeatureHead): string =>
  `${properties.name}, ${properties.kind.replaceAll('_', ' ')} (${id})`
