import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ShareWork } from '../../util/share-work.ts'
import { EncodedBody, jsonBody } from './encoded-body.ts'
import { ResponseCache } from './response-cache.ts'

test('an answer that another process makes is cached here, too, with the same entity tag', async () => {
  const own = jsonBody({ id: 'r1' })
  const others: ShareWork = async () =>
    ({ bytes: Uint8Array.from(own.bytes), mediaType: own.mediaType }) as never
  const answers = new ResponseCache(10_000, others)
  const answer = await answers.get('1|r1', () => assert.fail('it is made elsewhere'))
  assert.ok(answer instanceof EncodedBody)
  assert.deepEqual([answer.etag, answer.mediaType], [own.etag, own.mediaType])
  assert.equal(answers.peek('1|r1'), answer)
})

test('callers with a key share no answer that is made for one without', async () => {
  const keys: string[] = []
  const noting: ShareWork = (key, work) => {
    keys.push(key)
    return work()
  }
  const answers = new ResponseCache(10_000, noting)
  const make = async () => jsonBody({})
  await Promise.all([
    answers.get('1|r1', make, { group: 'anonymous' }),
    answers.get('1|r1', make, { group: 'account' }),
  ])
  assert.equal(new Set(keys).size, 2)
})
