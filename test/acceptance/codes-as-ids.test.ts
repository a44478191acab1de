/** Codes that people write instead of ids: get_boundary takes them by REST, by RPC and by the command. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { getBoundary } from '../../src/ops/boundaries/get_boundary.ts'
import { startAtlasService } from '../registry/atlas-service.ts'

const service = await startAtlasService()
after(() => service.close())

const nameOf = (answer: unknown): unknown => {
  assert.ok(typeof answer === 'object' && answer !== null && 'properties' in answer)
  const { properties } = answer
  assert.ok(typeof properties === 'object' && properties !== null && 'name' in properties)
  return properties.name
}

for (const [code, name] of [
  ['US', 'United States'],
  ['USA', 'United States'],
  ['us', 'United States'],
  ['iso:USA', 'United States'],
  ['US-CA', 'California'],
  ['UK', 'United Kingdom'],
  ['EL', 'Ελλάδα'],
] as const)
  test(`${code} is ${name}, by every way to call it`, async () => {
    const input = { id: code, detail: 'low' as const }
    assert.deepEqual(
      [
        await (await service.rest(getBoundary, input)).json(),
        await (await service.rpc(getBoundary, input)).json(),
        JSON.parse(await service.command(getBoundary, input)),
      ].map(nameOf),
      [name, name, name],
    )
  })

test('a code of no country is refused, and no other is guessed', async () => {
  for (const id of ['XQ', 'QQQ', 'iso:XQ', 'US-XX']) {
    const response = await service.rest(getBoundary, { id, detail: 'low' })
    assert.ok([400, 404].includes(response.status), `${id}: ${response.status}`)
  }
})

test('the refusal of a retired code names its successors, and asks for no import', async () => {
  const response = await service.rest(getBoundary, { id: 'iso:NP-1', detail: 'low' })
  assert.equal(response.status, 404)
  const { detail } = (await response.json()) as { readonly detail: string }
  assert.match(
    detail,
    /NP-1 was .* until 2022-11-29\. Its land was divided among iso:NP-P2 \(.+\) and iso:NP-P3 \(.+\)\.$/,
  )
})
