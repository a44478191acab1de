import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClientDocuments, MAX_FETCHES } from './client-documents.ts'

const ADDRESS = 'https://app.example/client.json'

const setUp = (answer: (address: string) => Promise<Response>) => {
  let nowMs = 0
  const fetched: string[] = []
  const documents = createClientDocuments({
    fetch: (address) => {
      fetched.push(address)
      return answer(address)
    },
    clock: { now: () => nowMs, elapsedMs: () => nowMs },
  })
  return { documents, fetched, passMs: (ms: number) => (nowMs += ms) }
}

test('an answer is remembered for a minute', async () => {
  const { documents, fetched, passMs } = setUp(async () => Response.json({ client_id: ADDRESS }))
  for (let count = 0; count < 3; count++)
    assert.deepEqual(await (await documents.fetch(ADDRESS)).json(), { client_id: ADDRESS })
  assert.equal(documents.isKnown(ADDRESS), true)
  assert.equal(fetched.length, 1)
  passMs(60_000)
  assert.equal(documents.isKnown(ADDRESS), false)
  await documents.fetch(ADDRESS)
  assert.equal(fetched.length, 2)
})

test('a failure is remembered for a minute, too', async () => {
  for (const fail of [
    async () => new Response(null, { status: 404 }),
    () => Promise.reject(new Error('There is no such host.')),
    async () => new Response('x'.repeat(6_000)),
  ]) {
    const { documents, fetched } = setUp(fail)
    for (let count = 0; count < 3; count++) {
      const answer = await documents.fetch(ADDRESS).catch(() => null)
      assert.notEqual(answer?.status, 200)
    }
    assert.equal(fetched.length, 1)
  }
})

test('few are fetched at a time, and a refusal is not remembered', async () => {
  const answers = Promise.withResolvers<Response>()
  const { documents, fetched } = setUp(async (address) =>
    address === ADDRESS ? Response.json({}) : (await answers.promise).clone(),
  )
  const running = Array.from({ length: MAX_FETCHES }, (_, index) => documents.fetch(`${ADDRESS}?${index}`))
  await assert.rejects(documents.fetch(ADDRESS), /Too many/)
  assert.equal(fetched.length, MAX_FETCHES)
  answers.resolve(Response.json({}))
  await Promise.all(running)
  assert.equal((await documents.fetch(ADDRESS)).status, 200)
})
