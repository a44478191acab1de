/** Stores a finished file under a public name, with compressed copies of text that fits in memory. */
import { compress } from '../../util/compression.ts'
import { FORMATS, type Format } from '../formats/index.ts'
import { attachment } from './download-name.ts'
import type { FileContent, FileFacts, FileStore } from './ports.ts'
import { type FileKey, fileKey, variantKey } from './stored-file-name.ts'

export interface ExportedFile {
  readonly key: FileKey
  readonly bytes: number
  /** Hash of the uncompressed bytes, in lower-case hexadecimal. */
  readonly sha256: string
  readonly mediaType: string
}

export interface FinishedFile {
  readonly bytes: FileContent
  readonly sha256: string
  readonly format: Format
  /** File name of a download, without an extension: the usual name, and an ASCII one. */
  readonly stem: string
  readonly plainStem: string
}

const storeCopies = (store: FileStore, key: FileKey, bytes: Uint8Array, facts: FileFacts) =>
  Promise.all(
    (['gzip', 'br'] as const).map(async (encoding) =>
      store.put(variantKey(key, encoding), await compress(bytes, encoding), { ...facts, encoding }),
    ),
  )

/** @param expiresAt epoch seconds; null for a permanent file */
export const storeFile = async (
  store: FileStore,
  file: FinishedFile,
  expiresAt: number | null = null,
): Promise<ExportedFile> => {
  const { bytes, sha256 } = file
  const { mediaType, extension, content } = FORMATS[file.format]
  const key = fileKey(sha256, extension, expiresAt)
  const disposition = attachment(file.stem, file.plainStem, extension)
  const facts: FileFacts = { mediaType, encoding: null, disposition }
  // Store the copies first, so that a reader that finds the file also finds them.
  if (content === 'text' && bytes instanceof Uint8Array) await storeCopies(store, key, bytes, facts)
  await store.put(key, bytes, facts)
  return { key, bytes: bytes.byteLength, sha256, mediaType }
}
