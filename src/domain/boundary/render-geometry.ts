/** From a stored polygon to the GeoJSON text of its geometry at a detail. */
import { geometryJson } from '../formats/geojson.ts'
import { decodeRings, decodeWeights } from '../geometry/codec.ts'
import { vertexCount } from '../geometry/rings.ts'
import { atDetail } from './detail.ts'
import type { RenderedGeometry, RenderTask } from './renderer.ts'

export const renderGeometry = ({ geometry, detail, precision, maxBytes }: RenderTask): RenderedGeometry => {
  const stored = decodeRings(geometry.rings)
  const weights = geometry.weights === null ? null : decodeWeights(geometry.weights)
  const rings = atDetail(stored, weights, detail, precision)
  const json = geometryJson(rings, precision)
  return { json: json.byteLength > maxBytes ? null : json, vertices: vertexCount(rings) }
}
