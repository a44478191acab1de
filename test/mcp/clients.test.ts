/** The official clients list and call every tool with its examples, over HTTP and stdio, with a key. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { CLIENT_KINDS, connectClient, METES_MCP, noClients, type Target } from '../support/mcp-clients.ts'
import { callEveryTool } from '../support/mcp-examples.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'

let metes: Installation
let server: RunningServer
let key: string
before(async () => {
  metes = await install()
  key = await metes.createKey()
  server = await metes.serve({ METES_SOURCES: 'atlas' })
})
after(async () => {
  await server.stop()
  await metes.remove()
})

const TARGETS: Readonly<Record<string, () => Target>> = {
  HTTP: () => ({ url: `${server.url}/mcp`, headers: { authorization: `Bearer ${key}` } }),
  stdio: () => ({
    ...METES_MCP,
    env: { METES_DATA_DIR: metes.dataDir, METES_SOURCES: 'atlas', METES_API_KEY: key },
  }),
}

describe('the official clients', { skip: noClients }, () => {
  for (const kind of CLIENT_KINDS) {
    for (const [transport, target] of Object.entries(TARGETS)) {
      test(`${kind}, over ${transport}: every tool, the map, resources and prompts`, async () => {
        const client = await connectClient(kind, target())
        try {
          await callEveryTool(client)

          const { resources } = await client.listResources()
          const page = await client.readResource({ uri: resources[0].uri })
          assert.equal(page.contents[0].mimeType, 'text/html;profile=mcp-app')
          const { resourceTemplates } = await client.listResourceTemplates()
          assert.deepEqual(
            resourceTemplates.map(({ uriTemplate }) => uriTemplate),
            ['metes://boundary/{id}'],
          )
          const boundary = await client.readResource({ uri: 'metes://boundary/iso%3ALU' })
          assert.equal(JSON.parse(boundary.contents[0].text).geometry.type, 'Polygon')

          const { prompts } = await client.listPrompts()
          assert.deepEqual(
            prompts.map(({ name }) => name),
            ['draw_territory', 'compare_places', 'locate_point'],
          )
          const prompt = await client.getPrompt({ name: 'locate_point', arguments: { point: '49.61, 6.13' } })
          assert.match(prompt.messages[0].content.text, /^Where is the point 49\.61, 6\.13 /)
        } finally {
          await client.close()
        }
      })
    }
  }
})
