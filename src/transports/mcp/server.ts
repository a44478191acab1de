/** Serves the operations as Model Context Protocol tools, with a map, boundaries as resources, and prompts. */
import { type CallToolResult, Server, type ServerContext, type Tool } from '@modelcontextprotocol/server'
import type { AnyOp } from '../../op/define.ts'
import { problem } from '../../op/problem/problem.ts'
import { suggest } from '../../util/suggest.ts'
import type { CallOperation, OpenFile } from '../client/command-call.ts'
import { CommandFailure } from '../client/command-failure.ts'
import { callTool } from './call-tool.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { problemResult } from './problem-result.ts'
import { PROMPTS, promptMessages } from './prompts.ts'
import { RESOURCE_TEMPLATES, RESOURCES, readResource } from './resources.ts'
import { SHOW_MAP, showMap } from './show-map/show-map-tool.ts'
import { toolsOf } from './tools.ts'

export interface McpOptions {
  readonly version: string
  /** The operations to offer as tools. */
  readonly ops: readonly AnyOp[]
  readonly call: CallOperation
  /** Opens the files of answers. */
  readonly openFile: OpenFile
  /** Preferred languages of names, best first. */
  readonly languages: readonly string[]
}

/** Creates the server of one connection, or of one request. */
export const createMcpServer = (options: McpOptions): Server => {
  const { version, ops, call, languages } = options
  const server = new Server(
    { name: 'metes', title: 'Metes: boundaries and areas', version },
    {
      capabilities: {
        tools: {},
        resources: {},
        prompts: {},
        extensions: { 'io.modelcontextprotocol/ui': {} },
      },
      instructions: INSTRUCTIONS,
      cacheHints: STATIC_LISTS,
    },
  )
  server.setRequestHandler('tools/list', () => ({ tools: listedTools(ops) }))
  server.setRequestHandler('tools/call', ({ params }, context) =>
    runTool(options, params.name, { input: params.arguments ?? {}, languages, ...followed(context) }),
  )
  server.setRequestHandler('resources/list', () => ({ resources: [...RESOURCES] }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [...RESOURCE_TEMPLATES] }))
  server.setRequestHandler('resources/read', ({ params }, { mcpReq }) =>
    readResource(params.uri, { call, languages, signal: mcpReq.signal }),
  )
  server.setRequestHandler('prompts/list', () => ({ prompts: [...PROMPTS] }))
  server.setRequestHandler('prompts/get', ({ params }) => promptMessages(params.name, params.arguments ?? {}))
  return server
}

/** Returns every tool of a server with these operations. */
// The schemas are JSON, but their type is too wide to express it.
export const listedTools = (ops: readonly AnyOp[]): Tool[] => [...toolsOf(ops), SHOW_MAP] as unknown as Tool[]

const AN_HOUR_MS = 3_600_000
const STATIC = { ttlMs: AN_HOUR_MS, cacheScope: 'public' } as const
const STATIC_LISTS = {
  'tools/list': STATIC,
  'prompts/list': STATIC,
  'resources/list': STATIC,
  'resources/templates/list': STATIC,
  'server/discover': STATIC,
}

type ToolInput = Parameters<typeof callTool>[1]

const runTool = async (options: McpOptions, name: string, asked: ToolInput): Promise<CallToolResult> => {
  const { ops, call, openFile } = options
  try {
    if (name === SHOW_MAP.name) return await showMap(asked, { call, openFile })
    const op = ops.find((each) => each.name === name)
    return op === undefined ? unknownTool(name, ops) : await callTool(op, asked, call)
  } catch (error) {
    if (error instanceof CommandFailure)
      return problemResult({ title: 'The call failed', detail: error.message })
    throw error
  }
}

const unknownTool = (name: string, ops: readonly AnyOp[]): CallToolResult => {
  const names = listedTools(ops).map((tool) => tool.name)
  const closest = suggest(name, names)
  const { code, title, message } = problem('unknown_tool', { name, closest })
  return problemResult({ code, title, detail: message })
}

/** Reports the steps of a call to a client that requested them. */
const followed = ({ mcpReq }: ServerContext): Pick<ToolInput, 'signal' | 'progress'> => {
  const { signal } = mcpReq
  const token = mcpReq._meta?.progressToken
  if (token === undefined) return { signal }
  let step = 0
  return {
    signal,
    progress: (message) => {
      step++
      const params = { progressToken: token, progress: step, message }
      // Ignored: the signal reports a disconnected client.
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
    },
  }
}
