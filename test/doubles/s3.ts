/**
 * A bucket in memory that speaks as much of the S3 protocol as the adapter needs, and trusts nothing: it computes
 * every request's Signature Version 4 itself, from the description of the algorithm, and the hash of every body.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { serveLocally } from '../support/local-server.ts'

export interface S3Account {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
}

interface StoredObject {
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string>>
}

export interface S3Double {
  /** `host:port`. */
  readonly host: string
  readonly requests: readonly string[]
  /** The answer to the next request, whatever it is; several form a queue. */
  readonly fail: (how: number | 'hang up' | 'say nothing') => void
  /** Tests damage them. */
  readonly objects: Map<string, StoredObject>
  readonly close: () => Promise<void>
}

const KEPT_HEADERS = ['content-type', 'content-encoding', 'content-disposition', 'cache-control']

/** @param allowedSkewMs maximum difference between `now` and a request's time: S3 allows 15 minutes */
export const startS3Double = async (
  account: S3Account,
  now: () => number,
  allowedSkewMs = 15 * 60_000,
): Promise<S3Double> => {
  const objects = new Map<string, StoredObject>()
  const requests: string[] = []
  const faults: (number | 'hang up' | 'say nothing')[] = []

  const { url, close } = await serveLocally(async (request, response) => {
    const body = await buffer(request)
    requests.push(`${request.method} ${request.url}`)
    const fault = faults.shift()
    if (fault === 'hang up') return request.socket.destroy()
    if (fault === 'say nothing') return
    if (fault !== undefined) return refuse(request, response, fault, 'InternalError', 'Try again.')
    const complaint = signatureComplaint(request, body, account, now(), allowedSkewMs)
    if (complaint !== null)
      return refuse(request, response, 403, complaint, 'The request is not signed as it must be.')
    answer(request, response, body, objects)
  })
  return {
    host: new URL(url).host,
    requests,
    objects,
    fail: (how) => faults.push(how),
    close,
  }
}

const answer = (
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  objects: Map<string, StoredObject>,
): void => {
  const path = String(request.url)
  if (request.method === 'PUT') {
    if (!meetsConditions(request, objects.get(path))) {
      refuse(request, response, 412, 'PreconditionFailed', 'At least one condition did not hold.')
      return
    }
    const kept = KEPT_HEADERS.flatMap((name) =>
      request.headers[name] ? [[name, String(request.headers[name])]] : [],
    )
    objects.set(path, { bytes: body, headers: Object.fromEntries(kept) })
    response.writeHead(200, { etag: etagOf(body) }).end()
    return
  }
  if (request.method === 'DELETE') {
    objects.delete(path)
    response.writeHead(204).end()
    return
  }
  if (path.includes('?')) {
    list(path, response, objects)
    return
  }
  const object = objects.get(path)
  if (object === undefined) {
    refuse(request, response, 404, 'NoSuchKey', 'The specified key does not exist.')
    return
  }
  const etag = etagOf(object.bytes)
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, { etag }).end()
    return
  }
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
  const part = range === null ? object.bytes : object.bytes.subarray(Number(range[1]), Number(range[2]) + 1)
  response.writeHead(range === null ? 200 : 206, { ...object.headers, etag, 'content-length': part.length })
  response.end(request.method === 'HEAD' ? undefined : part)
}

const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`

/** "Adding preconditions to S3 operations with conditional requests", Amazon S3 User Guide. */
const meetsConditions = ({ headers }: IncomingMessage, object: StoredObject | undefined): boolean => {
  if (headers['if-none-match'] === '*') return object === undefined
  const wanted = headers['if-match']
  return wanted === undefined || (object !== undefined && wanted === etagOf(object.bytes))
}

/** ListObjectsV2, three keys a page. */
const list = (path: string, response: ServerResponse, objects: ReadonlyMap<string, StoredObject>): void => {
  const { pathname, searchParams } = new URL(path, 'http://bucket')
  const [prefix, after] = ['prefix', 'start-after'].map((name) => String(searchParams.get(name)))
  const keys = [...objects.keys()]
    .filter((each) => each.startsWith(`${pathname}/`))
    .map((each) => each.slice(pathname.length + 1))
    .filter((key) => key.startsWith(prefix) && key > after)
    .sort()
    .slice(0, 3)
  const contents = keys.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`).join('')
  response.writeHead(200, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult>${contents}</ListBucketResult>`)
}

const refuse = (
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  code: string,
  message: string,
): void => {
  response.writeHead(status, { 'content-type': 'application/xml' })
  const document = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`
  response.end(request.method === 'HEAD' ? undefined : document)
}

/** The S3 error code that the request deserves; null when it is signed by the account. */
const signatureComplaint = (
  request: IncomingMessage,
  body: Buffer,
  account: S3Account,
  now: number,
  allowedSkewMs: number,
): string | null => {
  const { headers } = request
  const bodyHash = createHash('sha256').update(body).digest('hex')
  if (headers['x-amz-content-sha256'] !== bodyHash) return 'XAmzContentSHA256Mismatch'
  const authorization =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (authorization === null) return 'AccessDenied'
  const [, accessKeyId, scope, signedHeaders, signature] = authorization
  if (accessKeyId !== account.accessKeyId) return 'InvalidAccessKeyId'
  const time = String(headers['x-amz-date'])
  if (Math.abs(readTime(time) - now) > allowedSkewMs) return 'RequestTimeTooSkewed'
  const names = signedHeaders.split(';')
  const unsigned = Object.keys(headers).find((name) => name.startsWith('x-amz-') && !names.includes(name))
  if (unsigned !== undefined || !names.includes('host')) return 'AccessDenied'
  const expected = signatureV4(account, {
    method: String(request.method),
    path: String(request.url),
    headers: names.map((name) => [name, String(headers[name])]),
    bodyHash,
    time,
  })
  if (scope !== `${time.slice(0, 8)}/${account.region}/s3/aws4_request`) return 'AuthorizationHeaderMalformed'
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? null : 'SignatureDoesNotMatch'
}

interface SignedParts {
  readonly method: string
  /** As in the request line. */
  readonly path: string
  /** The signed headers, in order of their names. */
  readonly headers: readonly (readonly [string, string])[]
  readonly bodyHash: string
  readonly time: string
}

/** "Authenticating Requests: Using the Authorization Header (AWS Signature Version 4)", Amazon S3 API Reference. */
export const signatureV4 = (account: S3Account, parts: SignedParts): string => {
  const canonicalRequest = [
    parts.method,
    parts.path.split('?')[0],
    // Sorted by name; a client that writes them in another order signs another request.
    (parts.path.split('?')[1] ?? '').split('&').sort().join('&'),
    ...parts.headers.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    parts.headers.map(([name]) => name).join(';'),
    parts.bodyHash,
  ].join('\n')
  const date = parts.time.slice(0, 8)
  const scope = `${date}/${account.region}/s3/aws4_request`
  const requestHash = createHash('sha256').update(canonicalRequest).digest('hex')
  const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
  const signingKey = [account.region, 's3', 'aws4_request'].reduce(
    hmac,
    hmac(`AWS4${account.secretAccessKey}`, date),
  )
  return hmac(signingKey, ['AWS4-HMAC-SHA256', parts.time, scope, requestHash].join('\n')).toString('hex')
}

const readTime = (time: string): number =>
  Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
