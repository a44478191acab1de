/**
 * Properties in the public file of an area. Anyone with its URL can read it, so it contains nothing that the caller wrote: neither the
 * description, nor quotes from it (notes, reasons, the summary, names as the caller wrote them), nor the account, nor the seed
 * point. The API response has all of these.
 */
import type { FeatureHead } from '../formats/feature-head.ts'

type FeatureProperties = FeatureHead['properties']

const SHARED = [
  'area_km2',
  'bbox',
  'detail',
  'precision',
  'vertices',
  'disputed',
  'condominiums',
  'planner',
  'land_only',
  'attribution',
]
/** `source` of a part is the page of the boundary. */
const SHARED_OF_PART = ['role', 'id', 'local_name', 'kind', 'admin_level', 'source']

export const sharedProperties = (properties: FeatureProperties): FeatureProperties => ({
  ...picked(properties, SHARED),
  parts: (properties.parts as readonly FeatureProperties[]).map((part) => picked(part, SHARED_OF_PART)),
})

const picked = (properties: FeatureProperties, names: readonly string[]): FeatureProperties =>
  Object.fromEntries(names.filter((name) => name in properties).map((name) => [name, properties[name]]))
