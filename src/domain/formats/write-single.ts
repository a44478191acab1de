/** Writes features with their heads to the bytes of a file. */
import { readFileSync } from 'node:fs'
import { Scratch } from '../../util/scratch-files.ts'
import type { Rings } from '../geometry/rings.ts'
import type { FeatureHead } from './feature-head.ts'
import { FORMATS, type Format } from './index.ts'
import { type FileMeta, metaOf, type Output, type SingleFeature } from './writer.ts'

export const writeSingle = (format: Format, single: SingleFeature): Uint8Array => {
  const pieces: Uint8Array[] = []
  const scratch = new Scratch()
  try {
    writeFeatures(format, outputTo(pieces, scratch), metaOf(single), [[single.feature, single.rings]])
  } finally {
    scratch.remove()
  }
  return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces)
}

/** Collects the bytes of a file in memory. */
export const outputTo = (pieces: Uint8Array[], scratch: Scratch): Output => ({
  write: (bytes) => void pieces.push(bytes),
  writeCopy: (bytes) => void pieces.push(bytes.slice()),
  moveIn: (path) => void pieces.push(readFileSync(path)),
  copyIn: (file) => void pieces.push(file.read(0, file.size)),
  scratch,
})

/** Writes a few features at once; collections are written as they are read. */
export const writeFeatures = (
  format: Format,
  output: Output,
  meta: FileMeta,
  features: readonly (readonly [FeatureHead, Rings])[],
): void => {
  const { carry, open } = FORMATS[format]
  const writer = open(output, meta)
  writer.receive(carry(meta.columns)(features.map(([head]) => head)))
  for (const [, rings] of features) {
    writer.next()
    writer.write(rings)
  }
  writer.end()
}
