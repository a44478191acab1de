/** Reads a .tgz as npm packs it. POSIX.1-1988 (ustar) headers; npm writes pax headers only for long paths, which are skipped. */
import { gunzipSync } from 'node:zlib'

const BLOCK = 512
const REGULAR_FILE = /^[\0 0]$/

/** The wanted files of a gzipped tar, by path below npm's `package/`. */
export function readTarball(gzipped: Uint8Array, wanted: (path: string) => boolean): Map<string, Buffer> {
  const tar = gunzipSync(gzipped)
  const files = new Map<string, Buffer>()
  let at = 0
  while (at + BLOCK <= tar.length && tar[at] !== 0) {
    const header = tar.subarray(at, at + BLOCK)
    const size = Number.parseInt(text(header, 124, 12), 8)
    const path = [text(header, 345, 155), text(header, 0, 100)].filter((part) => part !== '').join('/')
    const inPackage = path.replace(/^[^/]+\//, '')
    if (REGULAR_FILE.test(String.fromCharCode(header[156])) && wanted(inPackage)) {
      files.set(inPackage, tar.subarray(at + BLOCK, at + BLOCK + size))
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return files
}

const text = (header: Buffer, start: number, length: number): string =>
  header
    .subarray(start, start + length)
    .toString('utf8')
    .replace(/\0.*$/s, '')
    .trim()
