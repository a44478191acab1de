/** The operations as tools of the Model Context Protocol: whatever answers the calls, this process or a server. */
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
  /** Names of those that may take long. */
  readonly longTools: ReadonlySet<string>
  readonly call: Call
  /** Languages that names are wanted in, most wanted first. */
  readonly languages: readonly string[]
}

/** One for a connection. */
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
        // Nobody waits for it: a client that has gone is noticed by the signal.
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
  'Boundaries of the world: find a place by name (search_boundaries) or point (reverse_boundaries), then use its id with the other tools.',
  'Polygons are large: ask for detail "low" unless more is needed, or for a file (export_boundary). Points are [lon, lat].',
  'For an area in words that is more than one named place, use create_area.',
].join('\n')

/** A refusal is a result, not an error of the protocol: the model reads it and can do better. */
const resultOf = (answer: Answer): CallToolResult => {
  if (!answer.ok) return { isError: true, content: [{ type: 'text', text: problemText(answer.problem) }] }
  const text = new TextDecoder().decode(answer.bytes)
  return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) as Record<string, unknown> }
}

const problemText = (problem: ProblemBody): string => JSON.stringify(problem)
