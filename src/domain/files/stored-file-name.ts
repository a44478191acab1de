/**
 * Names of stored files: the SHA-256 of the content and an extension, preceded by the expiry time if the file expires.
 * Everything that becomes a path or a URL is parsed here, so that no key can leave the store.
 */
import type { Coding } from '../../util/compression.ts'

/**
 * `<sha256>.<extension>`, followed by `.gz` or `.br` for a compressed copy. An expiring file starts with
 * `expiring/<seconds>/`: epoch seconds of ten digits, so that sorting keys sorts by time.
 */
export type FileKey = string & { readonly __brand: 'FileKey' }

const KEY = /^(?:expiring\/\d{10}\/)?[0-9a-f]{64}\.(?:(?:shp|cover)\.)?[a-z]{2,8}(\.gz|\.br)?$/

/** Prefix of the keys of all expiring files. */
export const EXPIRING = 'expiring/'

const SUFFIXES: Readonly<Record<Coding, string>> = { gzip: '.gz', br: '.br' }

export const parseFileKey = (text: string): FileKey | null => (KEY.test(text) ? (text as FileKey) : null)

/**
 * @param sha256 of the bytes, in lower-case hexadecimal
 * @param expiresAt epoch seconds; null for a permanent file
 */
export const fileKey = (sha256: string, extension: string, expiresAt: number | null = null): FileKey => {
  const key = parseFileKey(`${expiresAt === null ? '' : `${EXPIRING}${expiresAt}/`}${sha256}.${extension}`)
  if (key === null) throw new RangeError(`"${sha256}.${extension}" is not a SHA-256 with an extension.`)
  return key
}

/** Returns the key of the copy of `key` in a content coding. */
export const variantKey = (key: FileKey, encoding: Coding): FileKey =>
  fileKey(contentHash(key), `${extensionOf(key)}${SUFFIXES[encoding]}`, expiresAt(key))

const HASH_LETTERS = 64

const fileNameOf = (key: FileKey): string => key.slice(key.lastIndexOf('/') + 1)

/** Returns epoch seconds; null for a permanent file. */
export const expiresAt = (key: FileKey): number | null =>
  key.startsWith(EXPIRING) ? Number(key.slice(EXPIRING.length, key.lastIndexOf('/'))) : null

export const hasExpired = (key: FileKey, nowMs: number): boolean => {
  const seconds = expiresAt(key)
  return seconds !== null && seconds * 1000 <= nowMs
}

/** Returns the key at the end of a file's address; null if there is none. */
export const keyOfAddress = (address: string): FileKey | null =>
  parseFileKey(/(?:expiring\/\d+\/)?[^/]*$/.exec(address)?.[0] ?? '')

/** Returns the hash of the uncompressed content. */
export const contentHash = (key: FileKey): string => fileNameOf(key).slice(0, HASH_LETTERS)

/** Returns the part after the hash and the dot: `kml`, or `kml.gz` for a compressed copy. */
export const extensionOf = (key: FileKey): string => fileNameOf(key).slice(HASH_LETTERS + 1)

/** Rounding up keeps files longer by at most 1/30 of their time. */
const ROUNDING = 30

/**
 * Returns the expiry of a caller's own file in epoch seconds. Rounded up, so that repeated requests within a short time
 * share one file.
 */
export const expiryOf = (nowMs: number, ttlSeconds: number): number => {
  const step = Math.max(1, Math.floor(ttlSeconds / ROUNDING))
  return Math.ceil((nowMs / 1000 + ttlSeconds) / step) * step
}
