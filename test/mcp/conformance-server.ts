/** Our transport with the tools, resources and prompts that the conformance tests of the protocol call. */

import { setTimeout } from 'node:timers/promises'
import {
  type CallToolResult,
  type GetPromptResult,
  type Prompt,
  Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server'
import { createApp } from '../../src/transports/http/app.ts'
import { listen, type RunningServer } from '../../src/transports/http/server.ts'
import { mcpRoutes } from '../../src/transports/mcp/http/routes.ts'
import { problemPage } from '../../src/transports/page/problem-page.ts'
import { systemRandom } from '../../src/util/random.ts'
import { accountsOnly } from '../doubles/accounts-only.ts'
import { silentLog } from '../support/silent-log.ts'

/** One pixel, and a fraction of a second of silence. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA='

const text = (words: string) => ({ type: 'text' as const, text: words })
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' }
const embedded = (uri: string, mimeType: string, words: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: words },
})

type Fixture = (context: ServerContext) => CallToolResult | Promise<CallToolResult>

const TOOLS: Readonly<Record<string, Fixture>> = {
  test_simple_text: () => ({ content: [text('This is a simple text response for testing.')] }),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: () => ({
    content: [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  test_tool_with_logging: async ({ mcpReq }) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } })
      await setTimeout(PAUSE_MS)
    }
    return { content: [text('Logged.')] }
  },
  test_tool_with_progress: async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 100 },
        })
      await setTimeout(PAUSE_MS)
    }
    return { content: [text('Done.')] }
  },
  test_error_handling: () => ({
    isError: true,
    content: [text('This tool intentionally returns an error for testing')],
  }),
  json_schema_2020_12_tool: () => ({ content: [text('Valid.')] }),
}

/** What the tests ask for between messages of a tool. */
const PAUSE_MS = 50

const SCHEMA_2020_12 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object' as const,
  $defs: {
    address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
  },
  properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
  additionalProperties: false,
}

const LISTED_TOOLS: Tool[] = Object.keys(TOOLS).map((name) => ({
  name,
  description: `The fixture ${name}.`,
  inputSchema: name === 'json_schema_2020_12_tool' ? SCHEMA_2020_12 : { type: 'object' as const },
}))

const RESOURCES: Readonly<Record<string, object>> = {
  'test://static-text': {
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  },
  'test://static-binary': { mimeType: 'image/png', blob: PNG },
}

const readFixture = (uri: string) => {
  const id = /^test:\/\/template\/(\w+)\/data$/.exec(uri)?.[1]
  const content =
    id === undefined
      ? RESOURCES[uri]
      : { mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true }) }
  return { contents: [{ uri, ...content } as { uri: string; text: string }] }
}

const user = (content: GetPromptResult['messages'][number]['content']) => ({ role: 'user' as const, content })

type Values = Readonly<Record<string, string>>
const PROMPTS: Readonly<Record<string, (values: Values) => GetPromptResult['messages']>> = {
  test_simple_prompt: () => [user(text('This is a simple prompt for testing.'))],
  test_prompt_with_arguments: ({ arg1, arg2 }) => [
    user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  ],
  test_prompt_with_embedded_resource: ({ resourceUri }) => [
    user(embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
    user(text('Please process the embedded resource above.')),
  ],
  test_prompt_with_image: () => [user(image), user(text('Please analyze the image above.'))],
}

const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  test_prompt_with_arguments: ['arg1', 'arg2'],
  test_prompt_with_embedded_resource: ['resourceUri'],
}

const LISTED_PROMPTS: Prompt[] = Object.keys(PROMPTS).map((name) => ({
  name,
  description: `The fixture ${name}.`,
  arguments: (ARGUMENTS[name] ?? []).map((argument) => ({ name: argument, required: true })),
}))

const fixtureServer = (): Server => {
  const server = new Server(
    { name: 'metes-conformance', version: '1' },
    { capabilities: { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} } },
  )
  server.setRequestHandler('tools/list', () => ({ tools: LISTED_TOOLS }))
  server.setRequestHandler('tools/call', ({ params }, context) => TOOLS[params.name](context))
  server.setRequestHandler('resources/list', () => ({
    resources: Object.keys(RESOURCES).map((uri) => ({ uri, name: uri })),
  }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template' }],
  }))
  server.setRequestHandler('resources/read', ({ params }) => readFixture(params.uri))
  server.setRequestHandler('prompts/list', () => ({ prompts: LISTED_PROMPTS }))
  server.setRequestHandler('prompts/get', ({ params }) => ({
    messages: PROMPTS[params.name](params.arguments ?? {}),
  }))
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [], total: 0 } }))
  return server
}

/** Serves the fixtures on a free port, to anybody. */
export const serveFixtures = (): Promise<RunningServer> =>
  listen({
    host: '127.0.0.1',
    port: 0,
    baseUrlAt: (port) => `http://127.0.0.1:${port}`,
    appAt: (baseUrl) =>
      createApp({
        routes: mcpRoutes({
          ops: [],
          baseUrl,
          admit: async ({ address }) => ({ caller: { kind: 'anonymous', address }, rateLimit: null }),
          access: accountsOnly,
          serverFor: fixtureServer,
          random: systemRandom,
          log: silentLog,
        }),
        baseUrl,
        trustedProxies: 0,
        overload: null,
        problemPage,
        log: silentLog,
        random: systemRandom,
      }),
    random: systemRandom,
    log: silentLog,
  })
