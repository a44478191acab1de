/** A boundary as a file on disk, for programs that read files. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BoundaryFile } from '../../src/domain/formats/boundary-file.ts'
import { FORMATS, type Format } from '../../src/domain/formats/index.ts'

export const withFile = (format: Format, file: BoundaryFile, use: (path: string) => void): void => {
  const directory = mkdtempSync(join(tmpdir(), 'metes-export-'))
  try {
    const path = join(directory, `boundary.${FORMATS[format].extension}`)
    writeFileSync(path, FORMATS[format].write(file))
    use(path)
  } finally {
    rmSync(directory, { recursive: true })
  }
}
