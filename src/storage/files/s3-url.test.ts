import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseS3Url } from './s3-url.ts'

const FROM_ENVIRONMENT = {
  credentials: { accessKeyId: 'E', secretAccessKey: 'S', sessionToken: 'T' },
  region: 'env-1',
}

test('a complete address is parsed completely', () => {
  assert.deepEqual(
    parseS3Url('s3://K:a%2Fb@minio:9000/bucket/some/prefix/?region=eu-1&protocol=http', FROM_ENVIRONMENT),
    {
      address: 'http://minio:9000/bucket/some/prefix/',
      region: 'eu-1',
      credentials: { accessKeyId: 'K', secretAccessKey: 'a/b', sessionToken: null },
    },
  )
})

test('the environment provides what the address omits: credentials, their session token, the region', () => {
  assert.deepEqual(parseS3Url('s3://s3.eu-central-1.amazonaws.com/bucket', FROM_ENVIRONMENT), {
    address: 'https://s3.eu-central-1.amazonaws.com/bucket/',
    region: 'env-1',
    credentials: FROM_ENVIRONMENT.credentials,
  })
})

const REFUSED: readonly (readonly [string, RegExp])[] = [
  ['https://host/bucket', /not of the form s3:/],
  ['s3:bucket', /not of the form s3:/],
  ['s3://K:hunter2@host', /no bucket: s3:\/\/host\/BUCKET\./],
  [
    's3://K:hunter2@host/bucket?regoin=x',
    /has an unknown parameter "regoin"; valid parameters are region and protocol\./,
  ],
  ['s3://K:hunter2@host/bucket?protocol=ftp', /by "ftp"; protocol is http or https\./],
  ['s3://K@host/bucket', /an incomplete credential/],
  ['s3://K:100%hunter2@host/bucket', /not percent-encoded/],
  ['s3://host/bucket', /needs credentials/],
]

for (const [address, reason] of REFUSED) {
  test(`${address} is refused, and no secret is shown`, () => {
    assert.throws(
      () => parseS3Url(address, { credentials: null, region: null }),
      (error: Error) => {
        assert.match(error.message, reason)
        assert.doesNotMatch(error.message, /hunter2/)
        return true
      },
    )
  })
}
