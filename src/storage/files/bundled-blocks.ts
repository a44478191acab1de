/** Prepared blocks of the bundled atlas: packed files that `scripts/build-tiles.ts` writes. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { BlockFiles } from '../../domain/tiles/ports.ts'

export const openBundledBlocks = (directory: string): Pick<BlockFiles, 'read'> => ({
  read: async (name) => {
    const packed = await readFile(join(directory, `${name}.zst`)).catch(() => null)
    if (packed === null) return null
    const unpacked = await promisify(zstdDecompress)(packed)
    const bytes = new Uint8Array(new SharedArrayBuffer(unpacked.byteLength))
    bytes.set(unpacked)
    return bytes
  },
})
