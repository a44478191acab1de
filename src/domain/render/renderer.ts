/** Port for the heavy work on stored polygons, which runs in other threads. */
import type { AreaOutcome, AreaTask } from '../area/draw-area.ts'
import type { Detail } from '../boundary/detail-level.ts'
import type { Dispute } from '../catalog/disputes.ts'
import type { StoredGeometry } from '../catalog/ports.ts'
import type { CollectionBatch, CollectionTask, WrittenCollection } from '../collections/collection-file.ts'
import type { FeatureHead } from '../formats/feature-head.ts'
import type { Format } from '../formats/index.ts'
import type { Grid } from '../geometry/contains-grid.ts'
import type { Coverage } from '../geometry/coverage/simplify-coverage.ts'
import type { BlockTask } from '../tiles/block.ts'
import type { TilesTask } from '../tiles/draw-tile.ts'
import type { ZoomTask, ZoomTiles } from '../tiles/zoom-tiles.ts'
import type { RenderedFile } from './rendered-file.ts'

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

export interface FileTask extends DetailTask {
  readonly format: Format
  /** The Feature to write; its `vertices` are recounted. */
  readonly head: FeatureHead
}

export interface PointsTask {
  readonly geometry: StoredGeometry
  /** `[lon, lat, …]` in degrees. */
  readonly points: Float64Array
}

export interface DisputesTask {
  readonly geometry: StoredGeometry
  readonly disputes: readonly Dispute[]
}

export interface UnionTask {
  /** Encoded rings to unite, and encoded rings to cut out of that. */
  readonly include: readonly Uint8Array[]
  readonly exclude: readonly Uint8Array[]
  readonly detail: Detail
  /** Decimals of a degree. */
  readonly precision: number
  /** Format of the file. */
  readonly format: Format
  /** Further properties of the Feature. */
  readonly properties: Readonly<Record<string, unknown>>
}

export interface UnitedFeature extends RenderedFile {
  /** The Feature without its geometry. */
  readonly head: FeatureHead
}

/** A task that reads its polygons when it starts: waiting tasks take no memory, and a slow read delays no other task. */
export interface LazyTask<T> {
  /** Approximate positions of all its polygons. */
  readonly positions: number
  readonly load: () => Promise<T>
}

export const loaded = async <T extends object>(task: T | LazyTask<T>): Promise<T> =>
  'load' in task ? task.load() : task

/** The heavy work on tiles: see `domain/tiles/`. */
export interface TileRenderer {
  /** @throws RendererBusy */
  readonly prepareBlock: (task: LazyTask<BlockTask>) => Promise<Coverage>
  /** @throws RendererBusy */
  readonly encodeZoom: (task: ZoomTask) => Promise<ZoomTiles>
  /** @throws RendererBusy */
  readonly drawTiles: (task: TilesTask) => Promise<readonly (Uint8Array | null)[]>
}

/** Renders without blocking the event loop for others. */
export interface GeometryRenderer extends TileRenderer {
  /** @throws RendererBusy */
  readonly render: (task: RenderTask) => Promise<RenderedGeometry>
  /** @throws RendererBusy */
  readonly renderFile: (task: FileTask) => Promise<RenderedFile>
  /** For each point OUTSIDE, INSIDE or BORDER. @throws RendererBusy */
  readonly locatePoints: (task: PointsTask) => Promise<Uint8Array>
  /** An index for a polygon whose points are tested again and again. @throws RendererBusy */
  readonly indexGeometry: (geometry: StoredGeometry) => Promise<Grid>
  /** Indexes of the disputes that have land in the polygon. @throws RendererBusy */
  readonly locateDisputes: (task: DisputesTask) => Promise<readonly number[]>
  /** Null when nothing is left. On abort it rejects with the signal's reason and stops the work. @throws RendererBusy */
  readonly unite: (
    task: UnionTask | LazyTask<UnionTask>,
    signal?: AbortSignal,
  ) => Promise<UnitedFeature | null>
  /** On abort it rejects with the signal's reason and stops the work. @throws RendererBusy */
  readonly drawArea: (task: AreaTask | LazyTask<AreaTask>, signal?: AbortSignal) => Promise<AreaOutcome>
  /** A collection will be written soon: its thread may load its code meanwhile. */
  readonly expectCollection: () => void
  /**
   * Writes the batches to a file as they come, with memory for a few of them. On abort it rejects with the signal's reason.
   * @throws BeyondFormat, FileStoreError, RendererBusy
   */
  readonly writeCollection: (
    task: CollectionTask,
    batches: AsyncIterable<CollectionBatch>,
    signal?: AbortSignal,
  ) => Promise<WrittenCollection>
  readonly close: () => Promise<void>
}

export type BusyReason = 'queue_full' | 'took_too_long' | 'out_of_memory'

const REASONS: Readonly<Record<BusyReason, string>> = {
  queue_full: 'Too many rendering tasks are waiting.',
  took_too_long: 'Rendering the polygon took too long.',
  out_of_memory: 'Rendering the polygon took too much memory.',
}

/** The task was not done: the queue is full, or it took too much time or memory. */
export class RendererBusy extends Error {
  override readonly name = 'RendererBusy'
  readonly reason: BusyReason
  readonly retryAfterSeconds: number

  constructor(reason: BusyReason, retryAfterSeconds: number) {
    super(REASONS[reason])
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
  }
}
