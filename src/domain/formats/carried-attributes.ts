/**
 * Attributes of features on their way to a writer, often in another thread: as heads, or as packed rows for table formats. Code
 * that writes files need not know which.
 */
import type { Rings } from '../geometry/rings.ts'
import { type Column, headForColumns } from './attribute-columns.ts'
import { packRow, Row } from './attribute-row.ts'
import { ByteWriter } from './byte-writer.ts'
import type { FeatureHead } from './feature-head.ts'
import type { FileMeta, OpenWriter, Output } from './writer.ts'

/** Heads, or rows one after the other (`attribute-row.ts`). */
export type CarriedAttributes = readonly FeatureHead[] | Uint8Array<ArrayBuffer>

/** Packs the attributes of some features. */
export type Carry = (columns: readonly Column[]) => (heads: readonly FeatureHead[]) => CarriedAttributes

/** For formats with all properties, names in all languages among them. */
export const wholeHeads: Carry = () => (heads) => heads

/** For formats that read columns from heads. */
export const shortHeads: Carry = () => (heads) => heads.map(headForColumns)

export const packedRows: Carry = (columns) => {
  const writer = new ByteWriter(64 * 1024)
  return (heads) => {
    for (const head of heads) packRow(writer, columns, head)
    return writer.drain().slice()
  }
}

/** A writer that is at one of the features whose attributes it has received. */
export interface CarriedWriter {
  /** Begins before the first of these features. */
  readonly receive: (carried: CarriedAttributes) => void
  readonly next: () => void
  /** The attributes of this feature, for a temporary file. */
  readonly saved: () => Uint8Array
  /** Goes back to a feature that was saved. */
  readonly restore: (bytes: Uint8Array<ArrayBuffer>) => void
  /** Writes this feature, with another number of positions if there is one. */
  readonly write: (rings: Rings, vertices?: number) => void
  readonly end: () => void
}

export type OpenCarried = (output: Output, meta: FileMeta) => CarriedWriter

export const ofHeads =
  (open: OpenWriter): OpenCarried =>
  (output, meta) => {
    const writer = open(output, meta)
    let heads: Iterator<FeatureHead> = [].values()
    let head: FeatureHead
    return {
      receive: (carried) => {
        heads = (carried as readonly FeatureHead[]).values()
      },
      next: () => {
        head = heads.next().value
      },
      saved: () => Buffer.from(JSON.stringify(head)),
      restore: (bytes) => {
        head = JSON.parse(Buffer.from(bytes.buffer).toString())
      },
      write: (rings, vertices) =>
        writer.feature(
          vertices === undefined ? head : { ...head, properties: { ...head.properties, vertices } },
          rings,
        ),
      end: () => writer.end(),
    }
  }

export const ofRows =
  (open: OpenWriter<Row>): OpenCarried =>
  (output, meta) => {
    const writer = open(output, meta)
    const row = new Row(meta.columns)
    let rows: Uint8Array<ArrayBuffer>
    let at = 0
    return {
      receive: (carried) => {
        rows = carried as Uint8Array<ArrayBuffer>
        at = 0
      },
      next: () => {
        at = row.read(rows, at)
      },
      saved: () => row.packed,
      restore: (bytes) => void row.read(bytes, 0),
      write: (rings, vertices) => {
        if (vertices !== undefined) row.setVertices(vertices)
        writer.feature(row, rings)
      },
      end: () => writer.end(),
    }
  }
