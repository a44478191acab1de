import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import type { FileFacts, FileStore } from '../../src/domain/files/ports.ts'
import { s3Files } from '../../src/storage/files/s3.ts'
import type { S3Retries } from '../../src/storage/files/s3-client.ts'
import { parseS3Url } from '../../src/storage/files/s3-url.ts'
import type { Clock } from '../../src/util/clock.ts'
import { isStorageFull } from '../../src/util/storage-full.ts'
import { fileStoreContract, keyOf, sampleBytes } from '../contract/file-store.ts'
import { type S3Account, type S3Double, signatureV4, startS3Double } from '../doubles/s3.ts'

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5)
const clock: Clock = { now: () => NOW, elapsedMs: () => 0 }
const FACTS: FileFacts = { mediaType: 'text/plain', encoding: null, disposition: 'attachment' }
const ACCOUNT: S3Account = { accessKeyId: 'AKID', secretAccessKey: 'sec/ret+key', region: 'eu-west-9' }
const NO_DEFAULTS = { credentials: null, region: null }
const RETRIES: S3Retries = { timeoutMs: 20_000, retryDelaysMs: [1, 1] }
const IMPATIENT: S3Retries = { ...RETRIES, timeoutMs: 200 }

const storeOn = (
  double: S3Double,
  { userInfo = 'AKID:sec%2Fret%2Bkey', at = clock, retries = RETRIES } = {},
): FileStore =>
  s3Files(
    parseS3Url(`s3://${userInfo}@${double.host}/bucket/metes?region=eu-west-9&protocol=http`, NO_DEFAULTS),
    at,
    retries,
  )

fileStoreContract('S3, against a double that checks every signature', async () => {
  const double = await startS3Double(ACCOUNT, () => NOW)
  return { store: storeOn(double), close: double.close }
})

const address = process.env.METES_TEST_S3_URL
if (address !== undefined) {
  fileStoreContract('S3, against the server that METES_TEST_S3_URL names', async () => ({
    store: s3Files(parseS3Url(address, NO_DEFAULTS), { now: () => Date.now(), elapsedMs: () => 0 }),
    close: async () => {},
  }))
}

const withDouble = async (use: (double: S3Double) => Promise<void>): Promise<void> => {
  const double = await startS3Double(ACCOUNT, () => NOW)
  await use(double).finally(double.close)
}

const BYTES = sampleBytes(100, 1)
const KEY = keyOf(BYTES)

describe('files in a bucket', () => {
  test('a bucket without space is a full storage', async () => {
    const server = createServer((request, response) => {
      request.resume()
      response.writeHead(request.method === 'HEAD' ? 404 : 507)
      response.end('<Error><Code>XMinioStorageFull</Code><Message>No space.</Message></Error>')
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const url = `s3://a:b@127.0.0.1:${port}/bucket?protocol=http`
    const store = s3Files(parseS3Url(url, NO_DEFAULTS), clock, RETRIES)
    const failing = store.put(KEY, BYTES, FACTS)
    await assert.rejects(
      failing,
      (error) => isStorageFull(error) && /answered 507 XMinioStorageFull/.test(String(error)),
    )
    server.close()
  })

  test('the test double signs the published example as Amazon does', () => {
    const account: S3Account = {
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      region: 'us-east-1',
    }
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    const signature = signatureV4(account, {
      method: 'GET',
      path: '/test.txt',
      headers: [
        ['host', 'examplebucket.s3.amazonaws.com'],
        ['range', 'bytes=0-9'],
        ['x-amz-content-sha256', empty],
        ['x-amz-date', '20130524T000000Z'],
      ],
      bodyHash: empty,
      time: '20130524T000000Z',
    })
    assert.equal(signature, 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41')
  })

  test('an object lies under the prefix, with the headers for a CDN in front of the bucket', () =>
    withDouble(async (double) => {
      await storeOn(double).put(KEY, BYTES, {
        mediaType: 'image/svg+xml',
        encoding: 'br',
        disposition: 'attachment; filename="a.svg"',
      })
      assert.deepEqual(double.objects.get(`/bucket/metes/${KEY}`)?.headers, {
        'content-type': 'image/svg+xml',
        'content-encoding': 'br',
        'content-disposition': 'attachment; filename="a.svg"',
        'cache-control': 'public, max-age=31536000, immutable',
      })
    }))

  test('an existing file is not sent again', () =>
    withDouble(async (double) => {
      const store = storeOn(double)
      await store.put(KEY, BYTES, FACTS)
      await store.put(KEY, BYTES, FACTS)
      assert.deepEqual(
        double.requests,
        ['HEAD', 'PUT', 'HEAD'].map((method) => `${method} /bucket/metes/${KEY}`),
      )
    }))

  for (const fault of [500, 503, 429, 'hang up', 'say nothing'] as const) {
    test(`a passing failure (${fault}) is retried`, () =>
      withDouble(async (double) => {
        double.fail(fault)
        double.fail(fault)
        const retries = fault === 'say nothing' ? IMPATIENT : RETRIES
        await storeOn(double, { retries }).put(KEY, BYTES, FACTS)
        assert.equal((await storeOn(double).head(KEY))?.bytes, 100)
      }))
  }

  test('a lasting failure is reported after the third attempt', () =>
    withDouble(async (double) => {
      for (let attempt = 0; attempt < 3; attempt++) double.fail(503)
      await assert.rejects(storeOn(double).read(KEY), {
        name: 'FileStoreError',
        message: `The file storage answered 503 InternalError (Try again.) to GET http://${double.host}/bucket/metes/${KEY}.`,
      })
      assert.equal(double.requests.length, 3)
    }))

  test('a storage that never answers is reported as unreachable', () =>
    withDouble(async (double) => {
      for (let attempt = 0; attempt < 3; attempt++) double.fail('say nothing')
      await assert.rejects(storeOn(double, { retries: IMPATIENT }).head(KEY), {
        name: 'FileStoreError',
        message: `The file storage could not be reached for HEAD http://${double.host}/bucket/metes/${KEY}: no answer for 200 ms.`,
      })
    }))

  test('a wrong secret is refused at once, and no credential is in the message', () =>
    withDouble(async (double) => {
      const store = storeOn(double, { userInfo: 'AKID:wrong-secret' })
      await assert.rejects(store.read(KEY), (error: Error) => {
        assert.match(error.message, /answered 403 SignatureDoesNotMatch \(/)
        assert.doesNotMatch(error.message, /wrong-secret|AKID/)
        return true
      })
      await assert.rejects(store.check(), /answered 403 to HEAD .* may not read the bucket, or not list it\./)
      assert.equal(double.requests.length, 2)
    }))

  test('a machine with a wrong clock learns it from the storage', () =>
    withDouble(async (double) => {
      const late: Clock = { now: () => NOW + 3_600_000, elapsedMs: () => 0 }
      await assert.rejects(storeOn(double, { at: late }).read(KEY), /RequestTimeTooSkewed/)
    }))
})
