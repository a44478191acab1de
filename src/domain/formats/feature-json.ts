/** A GeoJSON Feature (RFC 7946 §3.2) as bytes. */
import type { BBox } from '../geometry/rings.ts'
import type { BoundaryFile } from './boundary-file.ts'
import { encode } from './byte-writer.ts'
import { geometryJson } from './geojson.ts'

/** A Feature without its geometry. */
export interface GeoJsonHead {
  readonly id?: string
  readonly bbox: BBox
  readonly properties: Readonly<Record<string, unknown>>
}

export const writeFeature = ({
  rings,
  decimals,
  feature,
}: Pick<BoundaryFile, 'rings' | 'decimals'> & { readonly feature: GeoJsonHead }): Uint8Array =>
  geometryJson(rings, decimals, { before: encode(beforeGeometry(feature)), after: AFTER_GEOMETRY })

/** Around a geometry that is text already. `downloadUrl` says where the polygon is when `geometry` is null. */
export const featureBytes = (
  head: GeoJsonHead,
  geometry: Uint8Array | null,
  downloadUrl?: string,
): Uint8Array =>
  Buffer.concat([
    Buffer.from(beforeGeometry(head, downloadUrl)),
    geometry ?? Buffer.from('null'),
    AFTER_GEOMETRY,
  ])

const beforeGeometry = ({ id, bbox, properties }: GeoJsonHead, downloadUrl?: string): string => {
  const members = JSON.stringify({ type: 'Feature', id, bbox, download_url: downloadUrl, properties })
  return `${members.slice(0, -1)},"geometry":`
}

const AFTER_GEOMETRY = encode('}')
