/**
 * Names of stored files: the SHA-256 of the content and an extension, and before them the time when the file expires, where it does. Whatever reaches a path or a URL
 * has been through here, so no key can leave the store.
 */
import type { Coding } from '../../util/compression.ts'

/**
 * `<sha256>.<extension>`, for a compressed copy of that file with `.gz` or `.br` after it. Of a file that expires `expiring/<seconds>/` comes
 * first: epoch seconds of ten digits, so that keys in their order are in the order of time.
 */
export type FileKey = string & { readonly __brand: 'FileKey' }

const KEY = /^(?:expiring\/\d{10}\/)?[0-9a-f]{64}\.[a-z]{2,8}(\.gz|\.br)?$/

/** Where the keys of all files that expire begin. */
export const EXPIRING = 'expiring/'

const SUFFIXES: Readonly<Record<Coding, string>> = { gzip: '.gz', br: '.br' }

export const parseFileKey = (text: string): FileKey | null => (KEY.test(text) ? (text as FileKey) : null)

/**
 * @param sha256 of the bytes, in lower-case hexadecimal
 * @param expiresAt epoch seconds; null for a file that stays
 */
export const fileKey = (sha256: string, extension: string, expiresAt: number | null = null): FileKey => {
  const key = parseFileKey(`${expiresAt === null ? '' : `${EXPIRING}${expiresAt}/`}${sha256}.${extension}`)
  if (key === null) throw new RangeError(`"${sha256}.${extension}" is not a SHA-256 with an extension.`)
  return key
}

/** Key of the copy of `key` in the content coding. */
export const variantKey = (key: FileKey, encoding: Coding): FileKey =>
  fileKey(contentHash(key), `${extensionOf(key)}${SUFFIXES[encoding]}`, expiresAt(key))

const HASH_LETTERS = 64

const nameOf = (key: FileKey): string => key.slice(key.lastIndexOf('/') + 1)

/** Epoch seconds; null for a file that stays. */
export const expiresAt = (key: FileKey): number | null =>
  key.startsWith(EXPIRING) ? Number(key.slice(EXPIRING.length, key.lastIndexOf('/'))) : null

export const hasExpired = (key: FileKey, nowMs: number): boolean => {
  const seconds = expiresAt(key)
  return seconds !== null && seconds * 1000 <= nowMs
}

/** The key that the address of a file ends with; null where it ends with none. */
export const keyOfAddress = (address: string): FileKey | null =>
  parseFileKey(/(?:expiring\/\d+\/)?[^/]*$/.exec(address)?.[0] ?? '')

/** The hash of the uncompressed content. */
export const contentHash = (key: FileKey): string => nameOf(key).slice(0, HASH_LETTERS)

/** What comes after the hash and the point: `kml`, of a compressed copy `kml.gz`. */
export const extensionOf = (key: FileKey): string => nameOf(key).slice(HASH_LETTERS + 1)

/** Of the time that files are kept, so much more at most. */
const ROUNDING = 30

/**
 * When a file of a caller's own expires, in epoch seconds. Rounded up, so that the same file asked for again within a while is one file.
 */
export const expiryOf = (nowMs: number, ttlSeconds: number): number => {
  const step = Math.max(1, Math.floor(ttlSeconds / ROUNDING))
  return Math.ceil((nowMs / 1000 + ttlSeconds) / step) * step
}
