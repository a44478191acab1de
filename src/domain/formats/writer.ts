/** Port for formats: a writer that receives features one by one and retains none of them. */
import type { Scratch, ScratchFile } from '../../util/scratch-files.ts'
import { bboxOf } from '../geometry/bbox.ts'
import type { BBox, Rings } from '../geometry/rings.ts'
import { type Column, columnsOf } from './attribute-columns.ts'
import { type FeatureHead, featureName } from './feature-head.ts'

/** Facts about the whole file, known before it is written. */
export interface FileMeta {
  /** "Fiji", or the title of a collection: "Counties of Utah". */
  readonly title: string
  /** Attribution and licence of everything in the file. */
  readonly attribution: string
  /** Maximum decimals of a coordinate. */
  readonly decimals: number
  /** False for a file of one feature, which some formats write without a list around it. */
  readonly isCollection: boolean
  /** The box around all features. */
  readonly bbox: BBox
  /** Columns of formats with a table. */
  readonly columns: readonly Column[]
  /** Null for files of one feature. */
  readonly provenance: Provenance | null
  /** Of GeoParquet; `wkb` if absent. */
  readonly geometryType?: GeometryType
}

/**
 * How a Parquet file declares its geometry: as binary, which readers know by GeoParquet's metadata; or in addition by a type of Parquet's own,
 * with straight edges in degrees, or with great circles.
 */
export const GEOMETRY_TYPES = ['wkb', 'geometry', 'geography'] as const
export type GeometryType = (typeof GEOMETRY_TYPES)[number]

/** Where a collection comes from, as keys of metadata. */
export interface Provenance extends Readonly<Record<string, string>> {
  /** Files of one version fit together. */
  readonly catalog_version: string
  readonly licence: string
}

export interface Output {
  /** Takes ownership of the bytes: the writer does not change them afterwards. */
  readonly write: (bytes: Uint8Array) => void
  /** Copies the bytes: the writer reuses their memory. */
  readonly writeCopy: (bytes: Uint8Array) => void
  /** Moves a finished file of the scratch directory into the output. */
  readonly moveIn: (path: string) => void
  /** Writes the content of a temporary file, which may be larger than memory. */
  readonly copyIn: (file: ScratchFile) => void
  /** For data that must be written in another order than it arrives; the caller removes it. */
  readonly scratch: Scratch
}

export interface FeatureWriter<Attributes = FeatureHead> {
  /**
   * `rings` must be valid, wound as in RFC 7946 and cut at the antimeridian. The writer retains neither argument, so the
   * caller may reuse them.
   */
  readonly feature: (attributes: Attributes, rings: Rings) => void
  readonly end: () => void
}

/** Begins the file. */
export type OpenWriter<Attributes = FeatureHead> = (
  output: Output,
  meta: FileMeta,
) => FeatureWriter<Attributes>

/** The features exceed the limits of the format, or of the memory that it needs. */
export class BeyondFormat extends Error {
  override readonly name = 'BeyondFormat'
}

export interface SingleFeature {
  readonly rings: Rings
  /** Maximum decimals of a coordinate. */
  readonly decimals: number
  readonly feature: FeatureHead
}

/** Facts about a file of one feature. */
export const metaOf = ({ rings, decimals, feature }: SingleFeature): FileMeta => ({
  title: featureName(feature),
  attribution: String(feature.properties.attribution),
  decimals,
  isCollection: false,
  bbox: rings.coords.length === 0 ? feature.bbox : bboxOf(rings),
  columns: columnsOf(feature),
  provenance: null,
})
