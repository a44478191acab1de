/** Serves the operations as Model Context Protocol tools, run in this process or on a server. */
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool,
} from '@modelcontextprotocol/server'
import type { Answer, Call, ProblemBody } from '../client/call.ts'

export interface McpOptions {
  readonly version: string
  readonly tools: readonly Tool[]
  /** Names of the tools that may take long. */
  readonly longTools: ReadonlySet<string>
  readonly call: Call
  /** Preferred languages of names, best first. */
  readonly languages: readonly string[]
}

/** Creates the server of one connection. */
export const createMcpServer = ({ version, tools, longTools, call, languages }: McpOptions): Server => {
  const server = new Server(
    { name: 'metes', title: 'Metes: boundaries and areas', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler('tools/list', () => ({ tools: [...tools] }))
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`)
    const token = mcpReq._meta?.progressToken
    let step = 0
    const answer = await call({
      operation: tool.name,
      input: params.arguments ?? {},
      languages,
      signal: mcpReq.signal,
      long: longTools.has(tool.name),
      progress: (message) => {
        if (token === undefined) return
        step++
        // Ignored: the signal reports a disconnected client.
        mcpReq
          .notify({
            method: 'notifications/progress',
            params: { progressToken: token, progress: step, message },
          })
          .catch(() => {})
      },
    })
    return resultOf(answer)
  })
  return server
}

const INSTRUCTIONS = [
  'Boundaries of the world: find a place by name (search_boundaries) or by point (reverse_boundaries), then pass its id to the other tools.',
  'Polygons are large: use detail "low" unless you need more, or export a file (export_boundary). Points are [lon, lat].',
  'For an area described in words that is more than one named place, use create_area.',
].join('\n')

/** Problems are results, not protocol errors, so that the model reads them and can correct its call. */
const resultOf = (answer: Answer): CallToolResult => {
  if (!answer.ok) return { isError: true, content: [{ type: 'text', text: problemText(answer.problem) }] }
  const text = new TextDecoder().decode(answer.bytes)
  return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) as Record<string, unknown> }
}

const problemText = (problem: ProblemBody): string => JSON.stringify(problem)
