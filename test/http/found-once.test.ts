/** What the price of a call depends on is looked up once, for the price and for the answer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KEY, startService } from '../registry/made-up-service.ts'
import { madeUpCatalog } from '../registry/made-up-world.ts'

/** Answers a call with a key, and returns how often it asked for a list of boundaries. */
const listsAskedBy = async (path: string, body?: object): Promise<number> => {
  const catalog = madeUpCatalog()
  let asked = 0
  const service = await startService({
    catalog: {
      ...catalog,
      children: (...question) => {
        asked++
        return catalog.children(...question)
      },
      list: (question) => {
        asked++
        return catalog.list(question)
      },
    },
  })
  const answer = await fetch(`${service.url}${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
  })
  assert.equal(answer.status, 200, await answer.text())
  await service.close()
  return asked
}

test('an export selects its boundaries once', async () => {
  assert.equal(await listsAskedBy('/v1/boundaries/export', { within: 'r1' }), 1)
})

test('a page of features is chosen once', async () => {
  assert.equal(await listsAskedBy('/ogc/collections/county/items'), 1)
})
