/** Files in a bucket of Amazon S3 or a compatible service. Objects appear there atomically. */
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type FileHead, type FileStore, FileStoreError } from '../../domain/files/ports.ts'
import {
  contentHash,
  EXPIRING,
  type FileKey,
  fileKey,
  hasExpired,
  parseFileKey,
} from '../../domain/files/stored-file-name.ts'
import type { Clock } from '../../util/clock.ts'
import { createS3Client, DEFAULT_RETRIES, type S3Retries } from './s3-client.ts'
import type { S3Bucket } from './s3-url.ts'

/** For a CDN that reads the bucket itself: the content of a key never changes. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable'
/** An expiring file must not survive in shared caches. */
const CACHE_CONTROL_EXPIRING = 'private, max-age=3600'

export const s3Files = (bucket: S3Bucket, clock: Clock, retries: S3Retries = DEFAULT_RETRIES): FileStore => {
  const send = createS3Client(bucket, clock, retries)

  const head = async (key: FileKey): Promise<FileHead | null> => {
    const answer = await send({ method: 'HEAD', key, expected: [200, 404] })
    answer.resume()
    return answer.statusCode === 404 ? null : fileHeadOf(answer)
  }

  return {
    head,

    put: async (key, content, facts) => {
      // Check first, to avoid sending the same file again. Two concurrent senders send the same bytes.
      if ((await head(key)) !== null) return
      const headers: Record<string, string> = {
        'content-type': facts.mediaType,
        'content-disposition': facts.disposition,
        'cache-control': key.startsWith(EXPIRING) ? CACHE_CONTROL_EXPIRING : CACHE_CONTROL,
      }
      if (facts.encoding !== null) headers['content-encoding'] = facts.encoding
      const body = content instanceof Uint8Array ? content : { ...content, sha256: contentHash(key) }
      const answer = await send({ method: 'PUT', key, headers, body, expected: [200, 201] })
      answer.resume()
    },

    read: async (key, range) => {
      const headers: Record<string, string> = { 'accept-encoding': 'identity' }
      if (range !== undefined) headers.range = `bytes=${range.first}-${range.last}`
      const expected = [range === undefined ? 200 : 206, 404]
      const answer = await send({ method: 'GET', key, headers, expected })
      if (answer.statusCode === 404) {
        answer.resume()
        return null
      }
      const bytes = Number(answer.headers['content-length'])
      if (range !== undefined && bytes !== range.last - range.first + 1) {
        answer.destroy()
        throw new FileStoreError(
          `The file storage sent ${bytes} bytes where it was asked for ${range.first}–${range.last} of ${key}.`,
        )
      }
      return Readable.toWeb(answer) as ReadableStream<Uint8Array>
    },

    /** Keys are listed in the order of their expiry, so the first one that has not expired ends the work. */
    removeExpired: async (nowMs) => {
      for (let after = EXPIRING; ; ) {
        const answer = await send({ method: 'GET', key: EXPIRING, listAfter: after, expected: [200] })
        const keys = listedKeys(await text(answer))
        for (const key of keys) {
          if (!hasExpired(key, nowMs)) return
          const removed = await send({ method: 'DELETE', key, expected: [200, 204, 404] })
          removed.resume()
          after = key
        }
        if (keys.length === 0) return
      }
    },

    /** Requests a file that cannot exist: this reaches the bucket and needs permission to read. */
    check: async () => {
      await head(fileKey('0'.repeat(64), 'txt'))
    },
  }
}

/** Returns our keys in the document of a listing, without the bucket's prefix. */
const listedKeys = (document: string): readonly FileKey[] =>
  [...document.matchAll(/<Key>[^<]*?(expiring\/[^<]+)<\/Key>/g)].flatMap(
    ([, name]) => parseFileKey(name) ?? [],
  )

const fileHeadOf = ({ headers }: IncomingMessage): FileHead => {
  const encoding = headers['content-encoding'] ?? null
  if (encoding !== null && encoding !== 'gzip' && encoding !== 'br') {
    throw new FileStoreError(
      `The file storage sent a file with the content coding "${encoding}", which this service never writes.`,
    )
  }
  return {
    bytes: Number(headers['content-length']),
    mediaType: headers['content-type'] ?? 'application/octet-stream',
    encoding,
    disposition: headers['content-disposition'] ?? 'attachment',
  }
}
