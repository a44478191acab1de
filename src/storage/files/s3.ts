/** Files in a bucket of Amazon S3 or a compatible service. Objects appear there atomically. */
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import {
  contentHash,
  EXPIRING,
  type FileKey,
  fileKey,
  hasExpired,
  parseFileKey,
} from '../../domain/files/key.ts'
import {
  type ByteRange,
  type FileContent,
  type FileFacts,
  type FileHead,
  type FileStore,
  FileStoreError,
} from '../../domain/files/ports.ts'
import type { Clock } from '../../util/clock.ts'
import { DEFAULT_RETRIES, S3Client, type S3Retries } from './s3-client.ts'
import type { S3Bucket } from './s3-url.ts'

/** For a CDN that reads the bucket itself: the content of a key never changes. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable'
/** An expiring file must not survive in shared caches. */
const CACHE_CONTROL_EXPIRING = 'private, max-age=3600'

export const s3Files = (bucket: S3Bucket, clock: Clock, retries: S3Retries = DEFAULT_RETRIES): FileStore =>
  new S3Files(new S3Client(bucket, clock, retries))

class S3Files implements FileStore {
  readonly #client: S3Client

  constructor(client: S3Client) {
    this.#client = client
  }

  async put(key: FileKey, content: FileContent, facts: FileFacts): Promise<void> {
    // Check first, to avoid sending the same file again. Two concurrent senders send the same bytes.
    if ((await this.head(key)) !== null) return
    const headers: Record<string, string> = {
      'content-type': facts.mediaType,
      'content-disposition': facts.disposition,
      'cache-control': key.startsWith(EXPIRING) ? CACHE_CONTROL_EXPIRING : CACHE_CONTROL,
    }
    if (facts.encoding !== null) headers['content-encoding'] = facts.encoding
    const answer = await this.#client.send({
      method: 'PUT',
      key,
      headers,
      body: content instanceof Uint8Array ? content : { ...content, sha256: contentHash(key) },
      expected: [200, 201],
    })
    answer.resume()
  }

  async head(key: FileKey): Promise<FileHead | null> {
    const answer = await this.#client.send({ method: 'HEAD', key, expected: [200, 404] })
    answer.resume()
    return answer.statusCode === 404 ? null : fileHeadOf(answer)
  }

  async read(key: FileKey, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null> {
    const headers: Record<string, string> = { 'accept-encoding': 'identity' }
    if (range !== undefined) headers.range = `bytes=${range.first}-${range.last}`
    const answer = await this.#client.send({
      method: 'GET',
      key,
      headers,
      expected: [range === undefined ? 200 : 206, 404],
    })
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
  }

  /** Keys are listed in the order of their expiry, so the first one that has not expired ends the work. */
  async removeExpired(nowMs: number): Promise<void> {
    for (let after = EXPIRING; ; ) {
      const answer = await this.#client.send({
        method: 'GET',
        key: EXPIRING,
        listAfter: after,
        expected: [200],
      })
      const keys = listedKeys(await text(answer))
      for (const key of keys) {
        if (!hasExpired(key, nowMs)) return
        const removed = await this.#client.send({ method: 'DELETE', key, expected: [200, 204, 404] })
        removed.resume()
        after = key
      }
      if (keys.length === 0) return
    }
  }

  /** Requests a file that cannot exist: this reaches the bucket and needs permission to read. */
  async check(): Promise<void> {
    await this.head(fileKey('0'.repeat(64), 'txt'))
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
