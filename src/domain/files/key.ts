/**
 * Names of stored files: the SHA-256 of the content and an extension, nothing else. Whatever reaches a path or a URL
 * has been through here, so no key can leave the store.
 */
import type { Coding } from '../../util/coding.ts'

/** `<sha256>.<extension>`, for a compressed copy of that file with `.gz` or `.br` after it. */
export type FileKey = string & { readonly __brand: 'FileKey' }

const KEY = /^[0-9a-f]{64}\.[a-z]{2,8}(\.gz|\.br)?$/

const SUFFIXES: Readonly<Record<Coding, string>> = { gzip: '.gz', br: '.br' }

export const parseFileKey = (text: string): FileKey | null => (KEY.test(text) ? (text as FileKey) : null)

/** @param sha256 of the bytes, in lower-case hexadecimal */
export const fileKey = (sha256: string, extension: string): FileKey => {
  const key = parseFileKey(`${sha256}.${extension}`)
  if (key === null) throw new RangeError(`"${sha256}.${extension}" is not a SHA-256 with an extension.`)
  return key
}

/** Key of the copy of `key` in the content coding. */
export const variantKey = (key: FileKey, encoding: Coding): FileKey =>
  fileKey(contentHash(key), `${extensionOf(key)}${SUFFIXES[encoding]}`)

const HASH_LETTERS = 64

/** The hash that the key begins with: that of the uncompressed content. */
export const contentHash = (key: FileKey): string => key.slice(0, HASH_LETTERS)

/** What comes after the hash and the point: `kml`, of a compressed copy `kml.gz`. */
export const extensionOf = (key: FileKey): string => key.slice(HASH_LETTERS + 1)
