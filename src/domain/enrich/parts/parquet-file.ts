/** A Parquet file, open for reading at any position. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { readFooter } from '../parquet/footer.ts'
import { PointsFault } from '../points-reader.ts'

export const openParquetFile = (path: string) => {
  const file = openSync(path, 'r')
  const read = (start: number, length: number): Uint8Array => {
    const bytes = new Uint8Array(length)
    for (let at = 0; at < length; ) {
      const count = readSync(file, bytes, at, length - at, start + at)
      if (count === 0) throw new PointsFault('The file is damaged: it ends before its columns do.')
      at += count
    }
    return bytes
  }
  try {
    const fileBytes = fstatSync(file).size
    return { footer: readFooter(read, fileBytes), fileBytes, read, close: () => closeSync(file) }
  } catch (error) {
    closeSync(file)
    throw error
  }
}
