/** Tests that `metes doctor` checks the availability of the model, at no cost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serveLocally } from '../../../test/support/local-server.ts'
import { modelServer } from '../../../test/support/model-server.ts'
import { checkModel } from './check-model.ts'
import type { ModelEndpoint } from './endpoint.ts'

const LONG_MS = 10_000
const endpoint = (url: string, model = 'scripted', provider: ModelEndpoint['provider'] = 'openai') => ({
  provider,
  url,
  model,
  apiKey: 'secret-of-the-operator',
})

/** Starts a server with one answer for everything; records the received headers. */
const answering = async (status: number, body: string) => {
  const sent: Record<string, unknown>[] = []
  const { url, close } = await serveLocally((request, response) => {
    sent.push(request.headers)
    response.writeHead(status).end(body)
  })
  return { url: `${url}/v1`, sent, close }
}

test('a listed model is found, by a short name too; no model is called', async () => {
  const model = await modelServer(() => ({ text: '' }))
  for (const name of ['scripted', 'other', 'other-latest'])
    assert.match(await checkModel(endpoint(model.url, name), LONG_MS), new RegExp(`^${name} at 127`))
  await assert.rejects(
    checkModel(endpoint(model.url, 'scriptet'), LONG_MS),
    /no model scriptet\. .*METES_LLM_MODEL/,
  )
  assert.equal(model.turns.length, 0)
  await model.close()
})

test('each provider gets the key in its own form', async () => {
  const server = await answering(200, '{}')
  await checkModel(endpoint(server.url), LONG_MS)
  await checkModel(endpoint(server.url, 'scripted', 'anthropic'), LONG_MS)
  assert.equal(server.sent[0].authorization, 'Bearer secret-of-the-operator')
  assert.equal(server.sent[1]['x-api-key'], 'secret-of-the-operator')
  server.close()
})

test('problems are reported with the fix, and without the key', async () => {
  for (const [status, body, said] of [
    [401, '', /rejects METES_LLM_API_KEY/],
    [500, '', /HTTP 500/],
  ] as const) {
    const server = await answering(status, body)
    await assert.rejects(checkModel(endpoint(server.url), LONG_MS), (error: Error) => {
      assert.match(error.message, said)
      return !error.message.includes('secret')
    })
    server.close()
  }
  const gone = await answering(200, '')
  gone.close()
  await assert.rejects(checkModel(endpoint(gone.url), LONG_MS), /does not answer.*METES_LLM_URL/)
})

test('a server that lists nothing, or only a part, is trusted', async () => {
  for (const [status, body] of [
    [404, ''],
    [200, '<html>'],
    [200, '{"data": [{"id": "a"}], "has_more": true}'],
    [302, ''],
  ] as const) {
    const server = await answering(status, body)
    assert.match(await checkModel(endpoint(server.url), LONG_MS), /does not say whether it has scripted/)
    server.close()
  }
})
