/** Content codings (RFC 9110 §8.4) of answers and files. */
import { promisify } from 'node:util'
import {
  type BrotliOptions,
  brotliCompress,
  brotliDecompress,
  gzip,
  type ZlibOptions,
  constants as zlib,
} from 'node:zlib'

export type Coding = 'gzip' | 'br'

/** Runs in libuv's thread pool, not on the event loop. */
export const compress = (bytes: Uint8Array, coding: Coding): Promise<Uint8Array> => COMPRESS[coding](bytes)

/** Decompresses Brotli. */
export const expand = (coded: Uint8Array): Promise<Uint8Array> => expandAsync(coded)

const expandAsync = promisify<Uint8Array, Uint8Array>(brotliDecompress)
const gzipAsync = promisify<Uint8Array, ZlibOptions, Uint8Array>(gzip)
const brotliAsync = promisify<Uint8Array, BrotliOptions, Uint8Array>(brotliCompress)

/**
 * Measured on coordinates: Brotli 2 compresses to 32 % in 12 ms per MB; level 1 to 33 % in 6 ms, 5 to the same 32 % in 38
 * ms. Gzip 4 compresses to 33 % in 17 ms, 6 to 31 % in 50 ms.
 */
const COMPRESS: Readonly<Record<Coding, (bytes: Uint8Array) => Promise<Uint8Array>>> = {
  gzip: (bytes) => gzipAsync(bytes, { level: 4 }),
  br: (bytes) =>
    brotliAsync(bytes, {
      params: { [zlib.BROTLI_PARAM_QUALITY]: 2, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength },
    }),
}
