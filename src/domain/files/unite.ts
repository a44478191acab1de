/** Unites stored polygons into one Feature at a detail, as a file. */
import { defineWork } from '../../compute/work.ts'
import { sha256 } from '../../util/sha256.ts'
import type { Detail } from '../boundary/detail-levels.ts'
import { significant } from '../boundary/feature.ts'
import { atDetail } from '../boundary/simplify-to-detail.ts'
import type { FeatureHead } from '../formats/feature-head.ts'
import type { Format } from '../formats/index.ts'
import { writeSingle } from '../formats/write-single.ts'
import { areaKm2 } from '../geometry/area.ts'
import { bboxOf } from '../geometry/bbox.ts'
import { unionMinus } from '../geometry/boolean.ts'
import { decodeRings } from '../geometry/codec.ts'
import { polygonCount, vertexCount } from '../geometry/rings.ts'
import type { RenderedFile } from './file-with-hash.ts'

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

/**
 * Null when nothing is left. Full polygons are united and simplified afterwards: only full polygons fit their neighbours. O(n log n) in the
 * positions and crossings of the polygons.
 */
export const unite = ({
  include,
  exclude,
  detail,
  precision,
  format,
  properties,
}: UnionTask): UnitedFeature | null => {
  const whole = unionMinus(include.map(decodeRings), exclude.map(decodeRings))
  if (polygonCount(whole) === 0) return null
  const rings = atDetail(whole, null, detail, precision)
  const bbox = bboxOf(whole)
  const head = {
    bbox,
    properties: {
      area_km2: significant(areaKm2(whole)),
      parts: polygonCount(rings),
      vertices: vertexCount(rings),
      bbox,
      detail,
      precision,
      ...properties,
    },
  }
  const bytes = writeSingle(format, { rings, decimals: precision, feature: head })
  return { head, bytes, sha256: sha256(bytes) }
}

export const uniteWork = defineWork({ module: import.meta.url, name: 'uniteWork', run: unite })
