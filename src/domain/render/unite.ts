/** Unites stored polygons into one Feature at a detail, as a file. */

import { sha256 } from '../../util/sha256.ts'
import { atDetail } from '../boundary/detail.ts'
import { significant } from '../boundary/feature.ts'
import { writeSingle } from '../formats/write-single.ts'
import { areaKm2 } from '../geometry/area.ts'
import { bboxOf } from '../geometry/bbox.ts'
import { unionMinus } from '../geometry/boolean.ts'
import { decodeRings } from '../geometry/codec.ts'
import { polygonCount, vertexCount } from '../geometry/rings.ts'
import type { UnionTask, UnitedFeature } from './renderer.ts'

/** Null when nothing is left. Full polygons are united and simplified afterwards: only full polygons fit their neighbours. */
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
