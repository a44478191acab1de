/** The official clients list and call every tool with its examples, over HTTP and stdio, with a key. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { AnyOp } from '../../src/op/define.ts'
import { OPS } from '../../src/ops/index.ts'
import {
  CLIENT_KINDS,
  connectClient,
  type McpClient,
  noClients,
  type Target,
} from '../support/mcp-clients.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'

/** No example can know the id of a key, a job or a device code. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  revoke_key: /^not_found: /,
  poll_device_login: /^invalid_grant: /,
  get_job: /^not_found: /,
  cancel_job: /^not_found: /,
}

/** The board is empty at first, and the examples refer to its first item: it is posted before the others are called. */
const FIRST = 'report_issue'
const IN_ORDER: readonly AnyOp[] = [
  ...OPS.filter(({ name }) => name === FIRST),
  ...OPS.filter(({ name }) => name !== FIRST),
]

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
  HTTP: () => ({ url: server.url, headers: { authorization: `Bearer ${key}` } }),
  stdio: () => ({
    args: [],
    env: { METES_DATA_DIR: metes.dataDir, METES_SOURCES: 'atlas', METES_API_KEY: key },
  }),
}

const callEvery = async (client: McpClient): Promise<void> => {
  for (const op of IN_ORDER) {
    for (const { title, input } of op.examples) {
      const { isError, content } = await client.callTool({ name: op.name, arguments: { ...input } })
      const text = content[0].text ?? ''
      const refusal = REFUSED[op.name]
      if (refusal === undefined) assert.notEqual(isError, true, `${op.name}, ${title}: ${text}`)
      else {
        assert.equal(isError, true, op.name)
        assert.match(text, refusal)
      }
    }
  }
}

describe('the official clients', { skip: noClients }, () => {
  for (const kind of CLIENT_KINDS) {
    for (const [transport, target] of Object.entries(TARGETS)) {
      test(`${kind}, over ${transport}: every tool, the map, resources and prompts`, async () => {
        const client = await connectClient(kind, target())
        try {
          const { tools } = await client.listTools()
          assert.deepEqual(
            tools.map(({ name }) => name),
            [...OPS.map(({ name }) => name), 'show_map'],
          )
          await callEvery(client)

          const map = await client.callTool({ name: 'show_map', arguments: { boundaries: ['iso:LU'] } })
          assert.match(map.content[0].text ?? '', /^The map shows Lëtzebuerg|^The map shows Luxembourg/)

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
