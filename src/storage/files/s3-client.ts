/**
 * Signed requests to one bucket. Does not use `fetch`, which would decode a Content-Encoding: compressed copies are served
 * as stored.
 */
import { createReadStream } from 'node:fs'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { FileStoreError, type LocalFile } from '../../domain/files/ports.ts'
import type { Clock } from '../../util/clock.ts'
import { sha256 } from '../../util/sha256.ts'
import { StorageFullError } from '../../util/storage-full.ts'
import type { S3Bucket } from './s3-url.ts'

/** A file whose hash is known, so that it is read once, while it is sent. */
interface HashedFile extends LocalFile {
  readonly sha256: string
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  readonly key: string
  /** Lists the keys that start with `key`, after another one, instead of addressing one file. */
  readonly listAfter?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | HashedFile
  /** Expected statuses; any other is a failure. */
  readonly expected: readonly number[]
}

export interface S3Retries {
  /** Maximum silence on the connection. */
  readonly timeoutMs: number
  /** Delays before the second, the third … attempt. Every request here is safe to repeat. */
  readonly retryDelaysMs: readonly number[]
}

export const DEFAULT_RETRIES: S3Retries = { timeoutMs: 20_000, retryDelaysMs: [200, 1000] }

/** RFC 4918 §11.5; MinIO, Ceph and others answer it if the bucket or its disks are full. */
const INSUFFICIENT_STORAGE = 507

const PASSING_FAULTS = new Set([429, 500, 502, 503, 504])

/** Sends a request, and returns the answer with its body unread. */
type SendToS3 = (request: S3Request) => Promise<IncomingMessage>

export const createS3Client = (bucket: S3Bucket, clock: Clock, retries: S3Retries): SendToS3 => {
  const { timeoutMs, retryDelaysMs } = retries
  /** Signing keys by day. */
  const keys = new Map<string, ArrayBuffer>()

  const attemptOnce = async ({
    method,
    key,
    headers,
    body,
    listAfter,
  }: S3Request): Promise<IncomingMessage> => {
    const signer = new AwsV4Signer({
      method,
      url: listAfter === undefined ? bucket.address + key : listing(bucket, key, listAfter),
      headers: { ...headers, 'x-amz-content-sha256': hashOf(body) },
      service: 's3',
      region: bucket.region ?? undefined,
      datetime: basicIso8601(clock.now()),
      cache: keys,
      accessKeyId: bucket.credentials.accessKeyId,
      secretAccessKey: bucket.credentials.secretAccessKey,
      sessionToken: bucket.credentials.sessionToken ?? undefined,
    })
    const { url, headers: signed } = await signer.sign()
    return new Promise((resolve, reject) => {
      const connect = url.protocol === 'https:' ? requestHttps : requestHttp
      const length = body === undefined ? {} : { 'content-length': body.byteLength }
      const outgoing = connect(url, {
        method,
        headers: { ...Object.fromEntries(signed), ...length },
        timeout: timeoutMs,
      })
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer for ${timeoutMs} ms`)))
      outgoing.on('error', reject)
      outgoing.on('response', resolve)
      if (body === undefined || body instanceof Uint8Array) outgoing.end(body)
      else pipeline(createReadStream(body.path), outgoing, (error) => error && reject(error))
    })
  }

  return async (request) => {
    for (let attempt = 0; ; attempt++) {
      const answer = await attemptOnce(request).catch((error: Error) => error)
      if (!(answer instanceof Error) && request.expected.includes(answer.statusCode ?? 0)) return answer
      const passing = answer instanceof Error || PASSING_FAULTS.has(answer.statusCode ?? 0)
      if (!passing || attempt === retryDelaysMs.length) throw await failureOf(bucket, request, answer)
      if (!(answer instanceof Error)) answer.resume()
      await pause(retryDelaysMs[attempt])
    }
  }
}

/** The bucket is the first part of the address's path; the rest is the prefix of every key. */
const listing = ({ address }: S3Bucket, begin: string, after: string): string => {
  const url = new URL(address)
  const [bucket, ...before] = decodeURIComponent(url.pathname).slice(1).split('/')
  const prefix = before.join('/')
  url.pathname = `/${bucket}`
  url.search = new URLSearchParams({
    'list-type': '2',
    prefix: prefix + begin,
    'start-after': prefix + after,
  }).toString()
  return url.href
}

const failureOf = async (
  { address }: S3Bucket,
  { method, key }: S3Request,
  answer: IncomingMessage | Error,
): Promise<FileStoreError> => {
  const target = `${method} ${address}${key}`
  if (answer instanceof Error) {
    return new FileStoreError(`The file storage could not be reached for ${target}: ${answer.message}.`, {
      cause: answer,
    })
  }
  const reason = s3ErrorText(await text(answer).catch(() => ''))
  // An answer to HEAD has no body with a reason; and without permission to list, S3 does not say "missing".
  const hint =
    method === 'HEAD' && answer.statusCode === 403
      ? ' The credentials may not read the bucket, or not list it.'
      : ''
  const sentence = `The file storage answered ${answer.statusCode}${reason} to ${target}.${hint}`
  return answer.statusCode === INSUFFICIENT_STORAGE
    ? new FileStoreError(sentence, { cause: new StorageFullError(reason.trim()) })
    : new FileStoreError(sentence)
}

const hashOf = (body: Uint8Array | HashedFile = new Uint8Array(0)): string =>
  body instanceof Uint8Array ? sha256(body) : body.sha256

/** Returns the code and the sentence of an S3 error document. */
const s3ErrorText = (document: string): string => {
  const code = /<Code>([^<]{1,100})/.exec(document)?.[1]
  const message = /<Message>([^<]{1,500})/.exec(document)?.[1]
  return code === undefined ? '' : ` ${code}${message === undefined ? '' : ` (${message})`}`
}

/** Returns a time such as `20260102T030405Z`, as in signatures. */
const basicIso8601 = (epochMs: number): string =>
  `${new Date(epochMs).toISOString().slice(0, 19).replaceAll(/[:-]/g, '')}Z`
