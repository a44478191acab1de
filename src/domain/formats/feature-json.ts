/** Writes a GeoJSON Feature (RFC 7946 §3.2) as bytes. */
import { encode } from './byte-writer.ts'
import type { FeatureHead } from './feature-head.ts'
import { geometryJson } from './geojson.ts'
import type { SingleFeature } from './writer.ts'

export const writeFeature = ({ rings, decimals, feature }: SingleFeature): Uint8Array =>
  geometryJson(rings, decimals, { before: encode(beforeGeometry(feature)), after: AFTER_GEOMETRY })

/** URL of the polygon, for a feature whose `geometry` is null. */
export interface Download {
  readonly url: string
  /** RFC 3339 UTC; absent for a file that does not expire. */
  readonly expiresAt?: string
}

/** Wraps a geometry that is already text. */
export const featureBytes = (
  head: FeatureHead,
  geometry: Uint8Array | null,
  download?: Download,
): Uint8Array =>
  Buffer.concat([
    Buffer.from(beforeGeometry(head, download)),
    geometry ?? Buffer.from('null'),
    AFTER_GEOMETRY,
  ])

/** Replaces the properties in a Feature that `writeFeature` wrote with this head. */
export const withProperties = (
  bytes: Uint8Array,
  head: FeatureHead,
  properties: FeatureHead['properties'],
): Uint8Array => {
  const before = encode(beforeGeometry(head))
  if (Buffer.compare(bytes.subarray(0, before.length), before) !== 0)
    throw new Error('The Feature does not begin with its head.')
  return featureBytes(
    { ...head, properties },
    bytes.subarray(before.length, bytes.length - AFTER_GEOMETRY.length),
  )
}

const beforeGeometry = ({ id, bbox, properties }: FeatureHead, download?: Download): string => {
  const members = JSON.stringify({
    type: 'Feature',
    id,
    bbox,
    download_url: download?.url,
    download_expires_at: download?.expiresAt,
    properties,
  })
  return `${members.slice(0, -1)},"geometry":`
}

const AFTER_GEOMETRY = encode('}')
