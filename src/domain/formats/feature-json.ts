/** A GeoJSON Feature as bytes, around a geometry that is text already. */
import type { FeatureHead } from './boundary-file.ts'

/** `downloadUrl` says where the polygon is when `geometry` is null. */
export const featureBytes = (
  head: FeatureHead,
  geometry: Uint8Array | null,
  downloadUrl?: string,
): Uint8Array => {
  const { id, bbox, properties } = head
  const members = JSON.stringify({ type: 'Feature', id, bbox, download_url: downloadUrl, properties })
  return Buffer.concat([
    Buffer.from(`${members.slice(0, -1)},"geometry":`),
    geometry ?? Buffer.from('null'),
    Buffer.from('}'),
  ])
}
