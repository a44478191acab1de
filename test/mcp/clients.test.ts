/** The official clients list and call every tool with its examples, over HTTP and stdio, with a key. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CLIENT_KINDS, connectClient, METES_MCP, noClients, type Target } from '../support/mcp-clients.ts'
import { callEveryTool } from '../support/mcp-examples.ts'
import { suiteService } from '../support/suite-service.ts'

const service = suiteService({ METES_SOURCES: 'atlas' })

const TARGETS: Readonly<Record<string, () => Target>> = {
  HTTP: () => ({ url: `${service.server.url}/mcp`, headers: { authorization: `Bearer ${service.key}` } }),
  stdio: () => ({
    ...METES_MCP,
    env: { METES_DATA_DIR: service.metes.dataDir, METES_SOURCES: 'atlas', METES_API_KEY: service.key },
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
