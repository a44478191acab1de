/**
 * Stores polygons that are too large for an answer in files, which count against the caller's allowance until they expire.
 */

import type { FileStore } from '../../domain/files/ports.ts'
import { type FinishedFile, storeFile } from '../../domain/files/store-file.ts'
import { expiryOf, fileKey } from '../../domain/files/stored-file-name.ts'
import type { Download } from '../../domain/formats/feature-json.ts'
import { FORMATS } from '../../domain/formats/index.ts'
import type { Caller } from '../../platform/caller.ts'
import type { FileAllowance } from '../../platform/file-allowance.ts'
import { type Clock, rfc3339 } from '../../util/clock.ts'
import { problem } from '../problem/problem.ts'

export interface ExpiringFiles {
  /** Returns the time at which a file stored now expires, in epoch seconds. */
  readonly expiry: () => number
  /** @throws Problem `too_many_files` if the caller's allowance is used up */
  readonly store: (caller: Caller, file: FinishedFile) => Promise<Download>
  /** Rejects a file that would be larger than the caller's whole allowance. @throws Problem `too_many_files` */
  readonly requireRoom: (caller: Caller, bytes: number) => void
}

export interface ExpiringFilesParts {
  readonly files: FileStore
  readonly allowance: FileAllowance
  readonly ttlSeconds: number
  readonly filesUrl: string
  readonly clock: Clock
}

export const createExpiringFiles = (parts: ExpiringFilesParts): ExpiringFiles => {
  const { files, allowance, ttlSeconds, filesUrl, clock } = parts
  const expiry = () => expiryOf(clock.now(), ttlSeconds)
  return {
    expiry,
    requireRoom: (caller, bytes) => {
      const limit = allowance.limitOf(caller)
      if (limit !== null && bytes > limit)
        throw problem('too_many_files', { allowance: limit, used: 0, nextExpiry: null, bytes })
    },
    store: async (caller, file) => {
      const expiresAt = expiry()
      const key = fileKey(file.sha256, FORMATS[file.format].extension, expiresAt)
      const bytes = file.bytes.byteLength
      // Count first: uncounted files could fill the storage.
      const refusal = await allowance.take(caller, { key, bytes, expiresAtMs: expiresAt * 1000 })
      if (refusal !== null) throw problem('too_many_files', { ...refusal, bytes })
      try {
        await storeFile(files, file, expiresAt)
      } catch (error) {
        // An equal file of another call may have been stored meanwhile.
        const isStored = await files.head(key).then(
          (head) => head !== null,
          () => false,
        )
        if (!isStored) await allowance.release(caller, key)
        throw error
      }
      return { url: `${filesUrl}/${key}`, expiresAt: rfc3339(expiresAt * 1000) }
    },
  }
}
