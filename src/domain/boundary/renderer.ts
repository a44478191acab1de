/** From a stored polygon to the GeoJSON text of its geometry at a detail: the heavy part of an answer, as one pure function and as a port. */
import { geometryJson } from '../formats/geojson.ts'
import type { StoredGeometry } from '../catalog/ports.ts'
import { decodeRings, decodeWeights } from '../geometry/codec.ts'
import { vertexCount } from '../geometry/rings.ts'
import { atDetail, type Detail } from './detail.ts'

export interface RenderTask {
  readonly geometry: StoredGeometry
  readonly detail: Detail
  /** Decimals of a degree. */
  readonly precision: number
  /** A longer text is not kept. */
  readonly maxBytes: number
}

export interface RenderedGeometry {
  /** The text of the GeoJSON geometry object; null when it is longer than was asked for. */
  readonly json: Uint8Array | null
  readonly vertices: number
}

/** Whoever renders without holding up everybody else. */
export interface GeometryRenderer {
  /** @throws RendererBusy */
  readonly render: (task: RenderTask) => Promise<RenderedGeometry>
  readonly close: () => Promise<void>
}

/** The work was not done: too much waits already, or it took too long. */
export class RendererBusy extends Error {
  override readonly name = 'RendererBusy'
  readonly reason: 'queue_full' | 'took_too_long'
  readonly retryAfterSeconds: number

  constructor(reason: 'queue_full' | 'took_too_long', retryAfterSeconds: number) {
    super(reason === 'queue_full' ? 'Too many polygons wait to be rendered.' : 'Rendering the polygon took too long.')
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export const renderGeometry = ({ geometry, detail, precision, maxBytes }: RenderTask): RenderedGeometry => {
  const stored = decodeRings(geometry.rings)
  const weights = geometry.weights === null ? null : decodeWeights(geometry.weights)
  const rings = atDetail(stored, weights, detail, precision)
  const json = geometryJson(rings, precision)
  return { json: json.byteLength > maxBytes ? null : json, vertices: vertexCount(rings) }
}
