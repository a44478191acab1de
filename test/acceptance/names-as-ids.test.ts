/** Names where an id is expected: commands and tools of agents accept them, programs do not. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { callTool } from '../support/mcp-post.ts'
import { type Installation, install } from '../support/service.ts'

let metes: Installation
before(async () => {
  metes = await install()
})
after(() => metes.remove())

test('a command uses the only boundary of the name, and says so on stderr', async () => {
  const got = await metes.runHere(['get', 'Liechtenstein', '--detail', 'low'])
  assert.equal(got.code, 0, got.stderr)
  assert.equal(JSON.parse(got.stdout).id, 'r1155955')
  assert.equal(got.stderr, '"Liechtenstein" is r1155955: Liechtenstein (country).\n')
})

test('a command refuses a name that may mean something else, with the candidates and the hint', async () => {
  const refused = await metes.runHere(['get', 'New York'])
  assert.deepEqual([refused.code, refused.stdout], [1, ''])
  assert.match(
    refused.stderr,
    /New York City is a city in .*its boundary is New York City \(r175905\).*\n {4}r61320 {2}New York, United States \(state\)/s,
  )
  const several = await metes.runHere(['children', 'Orange County'])
  assert.equal(several.code, 1)
  assert.match(several.stderr, /\d boundaries have exactly this name\..*fips:06059/s)
})

test('a file of input has ids only', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-names-'))
  const path = join(directory, 'input.json')
  await writeFile(path, JSON.stringify({ id: 'Liechtenstein' }))
  const refused = await metes.runHere(['get', '--input', path])
  await rm(directory, { recursive: true })
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /"Liechtenstein" is not a boundary id\./)
})

test('a tool of agents accepts a name, REST and RPC refuse it and say how to search for it', async (context) => {
  const server = await metes.serve()
  context.after(() => server.stop())
  const { content, structuredContent } = await callTool(server.url, 'get_boundary', { id: 'Liechtenstein' })
  assert.match(JSON.stringify(content), /is r1155955: Liechtenstein \(country\)/)
  assert.equal(structuredContent?.id, 'r1155955')
  for (const answer of [
    await fetch(`${server.url}/v1/boundaries/Liechtenstein`),
    await fetch(`${server.url}/v1/ops/get_boundary`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"id":"Liechtenstein"}',
    }),
  ]) {
    assert.equal(answer.status, 400)
    const { detail } = (await answer.json()) as { detail: string }
    assert.match(detail, /call search_boundaries with q="Liechtenstein"/)
  }
})
