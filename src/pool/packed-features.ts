/** Features on their way to a thread: all polygons in one buffer, which is moved instead of copied. */
import type { CollectionFeature } from '../domain/collections/collection-file.ts'
import type { FeatureHead } from '../domain/formats/feature-head.ts'

export interface PackedFeatures {
  readonly heads: readonly FeatureHead[]
  readonly rings: Uint8Array<ArrayBuffer>
  /** Of the rings of each feature. */
  readonly byteLengths: Uint32Array
}

/** Copies the polygons: a database may have given several in one buffer of its own. */
export const packFeatures = (features: readonly CollectionFeature[]): PackedFeatures => {
  const byteLengths = Uint32Array.from(features, ({ rings }) => rings.byteLength)
  const all = new Uint8Array(byteLengths.reduce((sum, length) => sum + length, 0))
  let at = 0
  for (const { rings } of features) {
    all.set(rings, at)
    at += rings.byteLength
  }
  return { heads: features.map(({ head }) => head), rings: all, byteLengths }
}

export const unpackFeatures = ({ heads, rings, byteLengths }: PackedFeatures): CollectionFeature[] => {
  let at = 0
  return heads.map((head, index) => {
    const start = at
    at += byteLengths[index]
    return { head, rings: rings.subarray(start, at) }
  })
}
