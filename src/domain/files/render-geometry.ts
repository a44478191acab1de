/** Renders a stored polygon as the GeoJSON text of its geometry at a detail. */
import type { Compute } from '../../compute/port.ts'
import { defineWork } from '../../compute/work.ts'
import type { WorkOwner } from '../../util/work-owner.ts'
import type { Detail } from '../boundary/detail-levels.ts'
import { atDetail } from '../boundary/simplify-to-detail.ts'
import type { StoredGeometry } from '../catalog/ports.ts'
import { geometryJson } from '../formats/geojson.ts'
import { decodeRings, decodeWeights } from '../geometry/codec.ts'
import { type Rings, vertexCount } from '../geometry/rings.ts'

export interface DetailTask {
  readonly geometry: StoredGeometry
  readonly detail: Detail
  /** Decimals of a degree. */
  readonly precision: number
}

export interface RenderTask extends DetailTask {
  /** A longer text is discarded. */
  readonly maxBytes: number
}

export interface RenderedGeometry {
  /** The text of the GeoJSON geometry object; null when it is longer than `maxBytes`. */
  readonly json: Uint8Array | null
  readonly vertices: number
}

/** Renders a large polygon in a thread. @throws ComputeBusy */
export const renderIn = (compute: Compute, task: RenderTask, owner: WorkOwner): Promise<RenderedGeometry> =>
  compute.run(renderWork, task, { lane: 'interactive', owner, bytes: task.geometry.rings.byteLength })

const renderGeometry = (task: RenderTask): RenderedGeometry => {
  const rings = ringsAtDetail(task)
  const json = geometryJson(rings, task.precision)
  return { json: json.byteLength > task.maxBytes ? null : json, vertices: vertexCount(rings) }
}

export const ringsAtDetail = ({ geometry, detail, precision }: DetailTask): Rings => {
  const weights = geometry.weights === null ? null : decodeWeights(geometry.weights)
  return atDetail(decodeRings(geometry.rings), weights, detail, precision)
}

export const renderWork = defineWork({ module: import.meta.url, name: 'renderWork', run: renderGeometry })
