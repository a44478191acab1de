/** Renders a stored polygon as a complete file at a detail. */
import { defineWork } from '../../compute/work.ts'
import { sha256 } from '../../util/sha256.ts'
import type { FeatureHead } from '../formats/feature-head.ts'
import type { Format } from '../formats/index.ts'
import { writeSingle } from '../formats/write-single.ts'
import { vertexCount } from '../geometry/rings.ts'
import type { RenderedFile } from './file-with-hash.ts'
import { type DetailTask, ringsAtDetail } from './render-geometry.ts'

export interface FileTask extends DetailTask {
  readonly format: Format
  /** The Feature to write; its `vertices` are recounted. */
  readonly head: FeatureHead
}

const renderFile = ({ geometry, detail, precision, format, head }: FileTask): RenderedFile => {
  const rings = ringsAtDetail({ geometry, detail, precision })
  const properties = { ...head.properties, vertices: vertexCount(rings) }
  const bytes = writeSingle(format, { rings, decimals: precision, feature: { ...head, properties } })
  return { bytes, sha256: sha256(bytes) }
}

export const renderFileWork = defineWork({ module: import.meta.url, name: 'renderFileWork', run: renderFile })
