/**
 * Transfers the attributes of many boundaries to the thread that writes them: as heads, or as packed rows for table formats.
 */
import type { Column } from '../formats/columns.ts'
import type { FeatureHead } from '../formats/feature-head.ts'
import { Row } from '../formats/row.ts'

/** Heads, or rows one after the other (`formats/row.ts`). */
export type CarriedAttributes = readonly FeatureHead[] | Uint8Array<ArrayBuffer>

/** Operations on attributes of one kind. */
export interface AttributeKind<A> {
  /** Iterates over the attributes; each may overwrite the last one. */
  readonly each: (carried: CarriedAttributes) => Iterator<A>
  /** Returns the attributes with this number of positions. */
  readonly withVertices: (attributes: A, vertices: number) => A
  /** Serialize attributes for a temporary file. */
  readonly toBytes: (attributes: A) => Uint8Array
  readonly fromBytes: (bytes: Uint8Array<ArrayBuffer>) => A
}

export const HEADS: AttributeKind<FeatureHead> = {
  each: (carried) => (carried as readonly FeatureHead[]).values(),
  withVertices: (head, vertices) => ({ ...head, properties: { ...head.properties, vertices } }),
  toBytes: (head) => Buffer.from(JSON.stringify(head)),
  fromBytes: (bytes) => JSON.parse(Buffer.from(bytes.buffer).toString()) as FeatureHead,
}

export const rowsOf = (columns: readonly Column[]): AttributeKind<Row> => {
  const row = new Row(columns)
  return {
    *each(carried) {
      const bytes = carried as Uint8Array<ArrayBuffer>
      for (let at = 0; at < bytes.length; ) {
        at = row.read(bytes, at)
        yield row
      }
    },
    withVertices: (_, vertices) => {
      row.setVertices(vertices)
      return row
    },
    toBytes: () => row.packed,
    fromBytes: (bytes) => {
      row.read(bytes, 0)
      return row
    },
  }
}
