/** The heavy part of an answer, from a stored polygon to the text of its geometry or to a file, as a port: it runs in other threads. */
import type { StoredGeometry } from '../catalog/ports.ts'
import type { FeatureHead } from '../formats/boundary-file.ts'
import type { Format } from '../formats/index.ts'
import type { Detail } from './detail-level.ts'

export interface DetailTask {
  readonly geometry: StoredGeometry
  readonly detail: Detail
  /** Decimals of a degree. */
  readonly precision: number
}

export interface RenderTask extends DetailTask {
  /** A longer text is not kept. */
  readonly maxBytes: number
}

export interface RenderedGeometry {
  /** The text of the GeoJSON geometry object; null when it is longer than was asked for. */
  readonly json: Uint8Array | null
  readonly vertices: number
}

export interface FileTask extends DetailTask {
  readonly format: Format
  /** The Feature that the file is of; its `vertices` are counted anew. */
  readonly head: FeatureHead
}

export interface RenderedFile {
  readonly bytes: Uint8Array
  /** Of the bytes, in lower-case hexadecimal. */
  readonly sha256: string
}

/** Whoever renders without holding up everybody else. */
export interface GeometryRenderer {
  /** @throws RendererBusy */
  readonly render: (task: RenderTask) => Promise<RenderedGeometry>
  /** @throws RendererBusy */
  readonly renderFile: (task: FileTask) => Promise<RenderedFile>
  readonly close: () => Promise<void>
}

/** The work was not done: too much waits already, or it took too long. */
export class RendererBusy extends Error {
  override readonly name = 'RendererBusy'
  readonly reason: 'queue_full' | 'took_too_long'
  readonly retryAfterSeconds: number

  constructor(reason: 'queue_full' | 'took_too_long', retryAfterSeconds: number) {
    super(
      reason === 'queue_full'
        ? 'Too many polygons wait to be rendered.'
        : 'Rendering the polygon took too long.',
    )
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
  }
}
