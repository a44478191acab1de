/** A boundary as a file on disk, for programs that read files. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FORMATS, type Format } from '../../src/domain/formats/index.ts'
import { writeSingle } from '../../src/domain/formats/write-single.ts'
import type { SingleFeature } from '../../src/domain/formats/writer.ts'

export const withFile = (format: Format, file: SingleFeature, use: (path: string) => void): void => {
  const directory = mkdtempSync(join(tmpdir(), 'metes-export-'))
  try {
    const path = join(directory, `boundary.${format === 'shp' ? 'shp.zip' : FORMATS[format].extension}`)
    writeFileSync(path, writeSingle(format, file))
    use(path)
  } finally {
    rmSync(directory, { recursive: true })
  }
}
