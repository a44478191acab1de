/** Boundaries as a file on disk, for programs that read files. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { columnsOf } from '../../src/domain/formats/attribute-columns.ts'
import { FORMATS, type Format } from '../../src/domain/formats/index.ts'
import { outputTo, writeFeatures, writeSingle } from '../../src/domain/formats/write-single.ts'
import type { SingleFeature } from '../../src/domain/formats/writer.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'
import { Scratch } from '../../src/util/scratch-files.ts'
import { fileOf } from './format-samples.ts'

export const withFile = (format: Format, file: SingleFeature, use: (path: string) => void): void =>
  withBytes(format, writeSingle(format, file), use)

/** The features have the ids r0, r1, … */
export const withCollection = (
  format: Format,
  members: readonly Rings[],
  use: (path: string) => void,
): void => withBytes(format, bytesOfCollection(format, members), use)

export const bytesOfCollection = (format: Format, members: readonly Rings[]): Uint8Array => {
  const scratch = new Scratch()
  const pieces: Uint8Array[] = []
  const meta = {
    title: 'Boundaries',
    attribution: '©',
    decimals: 7,
    isCollection: true,
    bbox: [-180, -90, 180, 90],
    columns: columnsOf({ id: '' }),
    provenance: null,
  } as const
  writeFeatures(
    format,
    outputTo(pieces, scratch),
    meta,
    members.map((rings, index) => [{ ...fileOf(rings, 7).feature, id: `r${index}` }, rings]),
  )
  scratch.remove()
  return Buffer.concat(pieces)
}

const withBytes = (format: Format, bytes: Uint8Array, use: (path: string) => void): void => {
  const directory = mkdtempSync(join(tmpdir(), 'metes-export-'))
  try {
    const path = join(directory, `boundary.${FORMATS[format].extension}`)
    writeFileSync(path, bytes)
    use(path)
  } finally {
    rmSync(directory, { recursive: true })
  }
}
