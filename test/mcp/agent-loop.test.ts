/** An agent's loop: a scripted model answers a question by calling tools and reading their texts. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { dynamicTool, generateText, jsonSchema, stepCountIs, type ToolSet } from 'ai'
import { connectClient, type McpClient, noClients } from '../support/mcp-clients.ts'
import type { ToolReply } from '../support/mcp-post.ts'
import { modelServer, type Reply, type Turn } from '../support/model-server.ts'
import { install } from '../support/service.ts'

const EXTRACT = fileURLToPath(new URL('../../../shared/data/osm/luxembourg-2018.osm.pbf', import.meta.url))
const skip =
  noClients || (!existsSync(EXTRACT) && 'the extract luxembourg-2018.osm.pbf is not on this machine')

/** Results have structured content too, but clients may show their model only the text. */
const textOf = ({ content }: ToolReply): string => content.map(({ text = '' }) => text).join('\n')

/** The tools of a connection, as the library of the loop takes them. */
const toolsOf = async (client: McpClient): Promise<ToolSet> => {
  const { tools } = (await client.listTools()) as {
    tools: { name: string; description: string; inputSchema: object }[]
  }
  return Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      name,
      dynamicTool({
        description,
        inputSchema: jsonSchema(inputSchema),
        execute: async (input) =>
          textOf(await client.callTool({ name, arguments: input as Record<string, unknown> })),
      }),
    ]),
  )
}

/** What a model would do: take the point from the question, the smallest district from the list, and the area from the sentence. */
const script = ({ question, results, tools }: Turn): Reply => {
  assert.ok(tools.includes('reverse_boundaries') && tools.includes('get_boundary'))
  const [seen] = results.map(String)
  if (seen === undefined) {
    const [lat, lon] = (question.match(/\d+\.\d+/g) ?? []).map(Number)
    return { calls: [{ name: 'reverse_boundaries', input: { lat, lon } }] }
  }
  if (seen.startsWith('The point is in')) {
    const ids = [...seen.matchAll(/\((\w+), ([rw]\d+)\)/g)].filter(([, kind]) => kind !== 'postal_code')
    return { calls: [{ name: 'get_boundary', input: { id: ids.at(-1)?.[2] } }] }
  }
  const [, name, area] = /^(.+?) \(.*?: ([\d.,]+ km²)/.exec(seen) ?? []
  return { text: `The point is in ${name}, which has ${area}.` }
}

test('a model finds the district of a point, and how large it is', { skip }, async () => {
  const metes = await install()
  const imported = await metes.run(['import', EXTRACT, '--no-tiles'])
  assert.equal(imported.code, 0, imported.stderr)
  const headers = { authorization: `Bearer ${await metes.createKey()}` }
  const server = await metes.serve()
  const model = await modelServer(script)
  const client = await connectClient('modern', { url: `${server.url}/mcp`, headers })
  try {
    const { text } = await generateText({
      model: createOpenAICompatible({ name: 'scripted', baseURL: model.url })('scripted'),
      tools: await toolsOf(client),
      prompt: 'Which district of Luxembourg holds the point 49.61, 6.13, and how large is it?',
      stopWhen: stepCountIs(5),
    })
    assert.equal(model.turns.length, 3)
    const containing = await client.callTool({
      name: 'reverse_boundaries',
      arguments: { lat: 49.61, lon: 6.13 },
    })
    const { boundaries } = containing.structuredContent as { boundaries: { id: string; kind: string }[] }
    const smallest = boundaries.filter(({ kind }) => kind !== 'postal_code').at(-1)
    const district = await client.callTool({ name: 'get_boundary', arguments: { id: smallest?.id } })
    const { name, area_km2 } = (
      district.structuredContent as { properties: { name: string; area_km2: number } }
    ).properties
    assert.equal(
      text,
      `The point is in ${name}, which has ${area_km2.toLocaleString('en', { maximumFractionDigits: 2 })} km².`,
    )
  } finally {
    await client.close()
    await model.close()
    await server.stop()
    await metes.remove()
  }
})
