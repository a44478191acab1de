/** One feature as the bytes of a file. */
import { Scratch } from '../../util/scratch.ts'
import { FORMATS, type Format } from './index.ts'
import { metaOf, type SingleFeature } from './writer.ts'

export const writeSingle = (format: Format, single: SingleFeature): Uint8Array => {
  const pieces: Uint8Array[] = []
  const scratch = new Scratch()
  try {
    const writer = FORMATS[format].open({ write: (bytes) => pieces.push(bytes), scratch }, metaOf(single))
    writer.feature(single.feature, single.rings)
    writer.end()
  } finally {
    scratch.remove()
  }
  return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces)
}
