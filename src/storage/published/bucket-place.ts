/** A published catalog in a bucket of Amazon S3 or a compatible service that knows conditional writes (`If-None-Match` and `If-Match` of PUT). */
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { FileStoreError } from '../../domain/files/ports.ts'
import type { Clock } from '../../util/clock.ts'
import { sha256 } from '../../util/sha256.ts'
import { createS3Client, DEFAULT_RETRIES, type S3Request, type S3Retries } from '../files/s3-client.ts'
import type { S3Bucket } from '../files/s3-url.ts'
import { boundedBytes } from './bounded-bytes.ts'
import { ObjectTooLarge, PlaceUnreachable, type PublishedPlace } from './place.ts'

/** A node looks again after five seconds, so it gives up sooner than others. */
const RETRIES: S3Retries = { ...DEFAULT_RETRIES, timeoutMs: 10_000 }

export const bucketPlace = (bucket: S3Bucket, clock: Clock, retries: S3Retries = RETRIES): PublishedPlace => {
  const client = createS3Client(bucket, clock, retries)
  const name = bucket.address.replace(/^https?:/, 's3:').replace(/\/$/, '')

  const send = async (request: S3Request): Promise<IncomingMessage> => {
    try {
      return await client(request)
    } catch (error) {
      if (!(error instanceof FileStoreError)) throw error
      throw new PlaceUnreachable(error.message, { cause: error })
    }
  }

  const read: PublishedPlace['read'] = async (key, { maxBytes, unless = null, signal }) => {
    signal?.throwIfAborted()
    const headers = { ...AS_STORED, ...(unless === null ? {} : { 'if-none-match': unless }) }
    const answer = await send({ method: 'GET', key, headers, expected: [200, 304, 404] })
    if (answer.statusCode !== 200) {
      answer.resume()
      return answer.statusCode === 404 ? null : 'unchanged'
    }
    const bytes = await boundedBytes(answer, { maxBytes, name: `${name}/${key}`, signal })
    return { bytes, tag: answer.headers.etag ?? sha256(bytes) }
  }

  return {
    name,
    read,

    size: async (key) => {
      const answer = await send({ method: 'HEAD', key, headers: AS_STORED, expected: [200, 404] })
      answer.resume()
      return answer.statusCode === 404 ? null : Number(answer.headers['content-length'])
    },

    write: async (key, body) => {
      const answer = await send({ method: 'PUT', key, body, expected: [200, 201] })
      answer.resume()
    },

    writeIf: async (key, body, tag) => {
      const headers: Record<string, string> = tag === null ? { 'if-none-match': '*' } : { 'if-match': tag }
      const answer = await send({ method: 'PUT', key, body, headers, expected: [200, 201, ...REFUSED] })
      answer.resume()
      // A repeated attempt finds what the first one wrote.
      const found = await read(key, { maxBytes: body.length }).catch((error) => {
        if (error instanceof ObjectTooLarge) return null
        throw error
      })
      if (found === null || found === 'unchanged') return null
      return Buffer.from(found.bytes).equals(body) ? found.tag : null
    },

    remove: async (key) => {
      const answer = await send({ method: 'DELETE', key, expected: [200, 204, 404] })
      answer.resume()
    },

    list: async (prefix) => {
      const found: string[] = []
      for (let after = prefix; ; ) {
        const answer = await send({ method: 'GET', key: prefix, listAfter: after, expected: [200] })
        const keys = listedKeys(await text(answer), bucket)
        if (keys.length === 0) return found
        found.push(...keys)
        after = keys.at(-1)!
      }
    },
  }
}

const AS_STORED = { 'accept-encoding': 'identity' }

/** Another was quicker: before (412), or at the same moment (409). 404: what was to be replaced is gone. */
const REFUSED = [404, 409, 412]

/** Returns the keys in the document of a listing, without the prefix of the place. */
const listedKeys = (document: string, { address }: S3Bucket): readonly string[] => {
  const prefix = decodeURIComponent(new URL(address).pathname).split('/').slice(2).join('/')
  return Array.from(document.matchAll(/<Key>([^<]+)<\/Key>/g), ([, key]) => key.slice(prefix.length))
}
