/** Renders a stored polygon as the GeoJSON text of its geometry at a detail. */

import { atDetail } from '../boundary/detail.ts'
import { geometryJson } from '../formats/geojson.ts'
import { decodeRings, decodeWeights } from '../geometry/codec.ts'
import { type Rings, vertexCount } from '../geometry/rings.ts'
import type { DetailTask, RenderedGeometry, RenderTask } from './renderer.ts'

export const renderGeometry = (task: RenderTask): RenderedGeometry => {
  const rings = ringsAtDetail(task)
  const json = geometryJson(rings, task.precision)
  return { json: json.byteLength > task.maxBytes ? null : json, vertices: vertexCount(rings) }
}

export const ringsAtDetail = ({ geometry, detail, precision }: DetailTask): Rings => {
  const weights = geometry.weights === null ? null : decodeWeights(geometry.weights)
  return atDetail(decodeRings(geometry.rings), weights, detail, precision)
}
