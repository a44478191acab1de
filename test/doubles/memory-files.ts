/** A file store in memory. */
import { readFile } from 'node:fs/promises'
import type { FileFacts, FileStore } from '../../src/domain/files/ports.ts'
import { type FileKey, hasExpired } from '../../src/domain/files/stored-file-name.ts'

export interface MemoryFiles extends FileStore {
  readonly files: Map<FileKey, { readonly bytes: Uint8Array; readonly facts: FileFacts }>
}

export const memoryFiles = (): MemoryFiles => {
  const files: MemoryFiles['files'] = new Map()
  return {
    files,
    put: async (key, content, facts) => {
      const bytes = content instanceof Uint8Array ? content.slice() : await readFile(content.path)
      if (!files.has(key)) files.set(key, { bytes, facts })
    },
    head: async (key) => {
      const file = files.get(key)
      return file === undefined ? null : { ...file.facts, bytes: file.bytes.byteLength }
    },
    read: async (key, range) => {
      const bytes = files.get(key)?.bytes
      if (bytes === undefined) return null
      const part = range === undefined ? bytes : bytes.slice(range.first, range.last + 1)
      return new Blob([new Uint8Array(part)]).stream()
    },
    removeExpired: async (nowMs) => {
      for (const key of files.keys()) if (hasExpired(key, nowMs)) files.delete(key)
    },
    check: async () => {},
  }
}
