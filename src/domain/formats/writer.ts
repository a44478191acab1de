/** What every format implements: a writer that is given features one by one, and keeps none of them. */
import type { Scratch, ScratchFile } from '../../util/scratch.ts'
import { bboxOf } from '../geometry/bbox.ts'
import type { BBox, Rings } from '../geometry/rings.ts'
import { type Column, columnsOf } from './columns.ts'
import { type FeatureHead, nameOf } from './feature-head.ts'

/** Facts about the whole file, known before it is written. */
export interface FileMeta {
  /** "Fiji", or what a collection holds: "Counties of Utah". */
  readonly title: string
  /** Attribution and licence of everything in the file. */
  readonly attribution: string
  /** Maximum decimals of a coordinate. */
  readonly decimals: number
  /** False for a file of one feature, which some formats write without a list around it. */
  readonly isCollection: boolean
  /** The box around all features. */
  readonly bbox: BBox
  /** The attributes of formats with a table. */
  readonly columns: readonly Column[]
}

export interface Output {
  /** Takes the bytes: the writer does not change them afterwards. */
  readonly write: (bytes: Uint8Array) => void
  /** Copies the bytes: the writer uses their memory again. */
  readonly writeCopy: (bytes: Uint8Array) => void
  /** Takes the content of a finished file of the scratch directory, and the file with it. */
  readonly moveIn: (path: string) => void
  /** Writes the content of a temporary file, which may be larger than memory. */
  readonly copyIn: (file: ScratchFile) => void
  /** For what must be written in another order than it arrives; removed by the caller. */
  readonly scratch: Scratch
}

export interface FeatureWriter<Attributes = FeatureHead> {
  /** `rings` are valid, wound as RFC 7946 wants and cut at the antimeridian. Neither is kept: the caller may reuse them. */
  readonly feature: (attributes: Attributes, rings: Rings) => void
  readonly end: () => void
}

/** Begins the file. */
export type OpenWriter<Attributes = FeatureHead> = (
  output: Output,
  meta: FileMeta,
) => FeatureWriter<Attributes>

/** The features do not fit the format: its own limits, or those of the memory that it needs. */
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
  title: nameOf(feature),
  attribution: String(feature.properties.attribution),
  decimals,
  isCollection: false,
  bbox: rings.coords.length === 0 ? feature.bbox : bboxOf(rings),
  columns: columnsOf(feature),
})
