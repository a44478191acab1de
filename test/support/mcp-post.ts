/** One message of the Model Context Protocol in one HTTP request, without a client. */

export interface McpReply {
  readonly id?: unknown
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: number; readonly message: string }
}

export interface ToolReply {
  readonly isError?: boolean
  readonly content: readonly { readonly type: string; readonly text?: string; readonly uri?: string }[]
  readonly structuredContent?: Readonly<Record<string, unknown>>
  readonly _meta?: Readonly<Record<string, unknown>>
}

export const postMcp = (
  url: string,
  message: unknown,
  headers: Readonly<Record<string, string>> = {},
  signal: AbortSignal | null = null,
): Promise<Response> =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
    signal,
  })

/** The code of a problem, which is the answer to a message that the protocol does not see. */
export const codeOf = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { code?: string }).code

/** The messages of an answer, which is JSON or a stream of events. */
export const repliesOf = async (response: Response): Promise<readonly McpReply[]> => {
  const text = await response.text()
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return [JSON.parse(text)].flat()
  return [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data))
}

export const LIST_TOOLS = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} } as const

export const toolCall = (name: string, input: object, id: number | string = 1, meta = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: input, _meta: meta },
})

/** What a tool answers. */
export const callTool = async (
  url: string,
  name: string,
  input: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<ToolReply> => {
  const response = await postMcp(url, toolCall(name, input), headers)
  const replies = await repliesOf(response)
  const reply = replies.find(({ id }) => id === 1)
  if (reply?.result === undefined) throw new Error(`${name}: ${response.status} ${JSON.stringify(replies)}`)
  return reply.result as unknown as ToolReply
}
