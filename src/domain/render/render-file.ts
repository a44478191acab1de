/** Renders a stored polygon as a complete file at a detail. */

import { sha256 } from '../../util/sha256.ts'
import { writeSingle } from '../formats/write-single.ts'
import { vertexCount } from '../geometry/rings.ts'
import { ringsAtDetail } from './render-geometry.ts'
import type { RenderedFile } from './rendered-file.ts'
import type { FileTask } from './renderer.ts'

export const renderFile = ({ geometry, detail, precision, format, head }: FileTask): RenderedFile => {
  const rings = ringsAtDetail({ geometry, detail, precision })
  const properties = { ...head.properties, vertices: vertexCount(rings) }
  const bytes = writeSingle(format, { rings, decimals: precision, feature: { ...head, properties } })
  return { bytes, sha256: sha256(bytes) }
}
