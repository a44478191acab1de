import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FileHead } from '../../domain/files/ports.ts'
import { answerFile, type FileRequest } from './file-answer.ts'

const HASH = 'ab'.repeat(32)
const DISPOSITION = `attachment; filename="Koln.geojson"; filename*=UTF-8''K%C3%B6ln.geojson`
const plain: FileHead = {
  bytes: 1000,
  mediaType: 'application/geo+json',
  encoding: null,
  disposition: DISPOSITION,
}
const brotli: FileHead = { ...plain, bytes: 300, encoding: 'br' }

const ask = (
  request: Partial<FileRequest>,
  coded: FileHead | null = null,
  secondsLeft: number | null = null,
) => {
  const answer = answerFile(
    { method: 'GET', range: undefined, ifRange: undefined, ifNoneMatch: undefined, ...request },
    { hash: HASH, plain, coded, secondsLeft },
  )
  const headers: Record<string, string> = {}
  for (let index = 0; index < answer.headers.length; index += 2) {
    assert.equal(headers[answer.headers[index]], undefined, `${answer.headers[index]} once`)
    headers[answer.headers[index]] = answer.headers[index + 1]
  }
  return { ...answer, headers }
}

describe('a stored file', () => {
  test('that expires is cached privately, for an hour at most and never beyond its expiry', () => {
    assert.equal(ask({}, null, 86_400).headers['Cache-Control'], 'private, max-age=3600')
    assert.equal(ask({}, null, 5).headers['Cache-Control'], 'private, max-age=5')
  })

  test('is sent whole, cacheable forever, under its file name, and sandboxed', () => {
    assert.deepEqual(ask({}), {
      status: 200,
      headers: {
        'Cache-Control': 'public, max-age=31536000, immutable',
        Vary: 'Accept-Encoding',
        'Accept-Ranges': 'bytes',
        ETag: `"${HASH}"`,
        'Content-Type': 'application/geo+json',
        'Content-Disposition': DISPOSITION,
        'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'Content-Length': '1000',
      },
      content: { coded: false, range: null },
    })
  })

  test('is sent in the preferred coding, with a tag of its own', () => {
    const { status, headers, content } = ask({}, brotli)
    assert.equal(status, 200)
    assert.equal(headers['Content-Encoding'], 'br')
    assert.equal(headers['Content-Length'], '300')
    assert.equal(headers.ETag, `"${HASH}-br"`)
    assert.deepEqual(content, { coded: true, range: null })
  })

  test('answers HEAD with the headers of GET and nothing else', () => {
    for (const coded of [null, brotli]) {
      const head = ask({ method: 'HEAD', range: 'bytes=0-9' }, coded)
      assert.deepEqual(head.headers, ask({}, coded).headers)
      assert.equal(head.status, 200)
      assert.equal(head.content, null)
    }
  })

  const PARTS: readonly (readonly [range: string, first: number, last: number])[] = [
    ['bytes=0-0', 0, 0],
    ['bytes=0-499', 0, 499],
    ['bytes=500-', 500, 999],
    ['bytes=-1', 999, 999],
    ['bytes=-2000', 0, 999],
    ['bytes=990-5000', 990, 999],
    ['bytes=990-99999999999999999999', 990, 999],
    ['Bytes = 1-2', 1, 2],
  ]
  for (const [range, first, last] of PARTS) {
    test(`is sent in part for "${range}", as plain bytes, even to a client that prefers a coding`, () => {
      const { status, headers, content } = ask({ range }, brotli)
      assert.equal(status, 206)
      assert.equal(headers['Content-Range'], `bytes ${first}-${last}/1000`)
      assert.equal(headers['Content-Length'], String(last - first + 1))
      assert.equal(headers['Content-Encoding'], undefined)
      assert.equal(headers.ETag, `"${HASH}"`)
      assert.deepEqual(content, { coded: false, range: { first, last } })
    })
  }

  for (const range of [
    'bytes=0-1,5-6',
    'bytes=5-4',
    'bytes=-',
    'bytes',
    'lines=1-2',
    'bytes=a-b',
    'bytes=1-2x',
    '',
  ]) {
    test(`is sent whole for "${range}"`, () => {
      assert.equal(ask({ range }).status, 200)
    })
  }

  for (const range of ['bytes=1000-', 'bytes=1000-1001', 'bytes=-0', 'bytes=99999999999999999999-']) {
    test(`has no part "${range}", and says how long it is`, () => {
      const { status, headers, content } = ask({ range })
      assert.equal(status, 416)
      assert.equal(headers['Content-Range'], 'bytes */1000')
      assert.equal(headers['Content-Length'], undefined)
      assert.equal(content, null)
    })
  }

  for (const ifNoneMatch of [`"${HASH}"`, `W/"${HASH}"`, `"x", "${HASH}-br"`, `"${HASH}-gzip"`, '*']) {
    test(`is not sent again to a client that holds ${ifNoneMatch}`, () => {
      const { status, headers, content } = ask({ ifNoneMatch, range: 'bytes=0-9' }, brotli)
      assert.equal(status, 304)
      assert.ok(ifNoneMatch.includes(headers.ETag) || headers.ETag === `"${HASH}"`)
      assert.equal(headers['Cache-Control'], 'public, max-age=31536000, immutable')
      assert.equal(headers['Content-Length'], undefined)
      assert.equal(content, null)
    })
  }

  test('is sent to a client that holds something else', () => {
    assert.equal(ask({ ifNoneMatch: `"${'cd'.repeat(32)}", ${HASH}` }).status, 200)
  })

  test('resumes a download only for a client that holds the beginning of the same bytes', () => {
    const range = 'bytes=10-'
    assert.equal(ask({ range, ifRange: `"${HASH}"` }).status, 206)
    for (const ifRange of [`W/"${HASH}"`, `"${HASH}-br"`, '"other"', 'Tue, 01 Jul 2025 10:00:00 GMT']) {
      assert.equal(ask({ range, ifRange }).status, 200, ifRange)
    }
    assert.equal(ask({ range: 'bytes=5000-', ifRange: '"other"' }).status, 200)
  })
})
