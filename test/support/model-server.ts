/**
 * A language model scripted by a test: a real server that speaks OpenAI's chat completions and Anthropic's messages.
 * A script sees each turn as the model would, and returns the model's answer.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { serveLocally } from './local-server.ts'

export interface Turn {
  /** From 0, over the life of the server. */
  readonly number: number
  readonly instructions: string
  /** The user's first message, and later messages that are not tool results. */
  readonly question: string
  readonly complaints: readonly string[]
  /** The results of the last tool calls, in the order of the calls. */
  readonly results: readonly unknown[]
  readonly tools: readonly string[]
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Readonly<Record<string, unknown>>
}

export interface ToolCall {
  readonly name: string
  /** A text is sent unchanged where the protocol allows it. */
  readonly input: unknown
}

export type Reply =
  | { readonly calls: readonly ToolCall[] }
  | { readonly text: string }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  /** Never answers. */
  | { readonly hangs: true }

export type Script = (turn: Turn) => Reply | Promise<Reply>

export interface ModelServer {
  /** Base URL of both APIs. */
  readonly url: string
  readonly turns: readonly Turn[]
  /** Requests that the client has cancelled. */
  readonly abandoned: () => number
  /** Rejects when the script threw. */
  close(): Promise<void>
}

export const modelServer = async (script: Script): Promise<ModelServer> => {
  const turns: Turn[] = []
  const faults: unknown[] = []
  let abandoned = 0
  const server = await serveLocally((request, response) => {
    response.on('close', () => {
      if (!response.writableEnded) abandoned++
    })
    answer(request, response).catch((error: Error) => {
      faults.push(error)
      send(response, 400, {}, '{"error":{"message":"the script has failed"}}')
    })
  })
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'GET' && request.url === '/v1/models')
      return send(response, 200, {}, '{"object":"list","data":[{"id":"scripted"},{"id":"other-20990101"}]}')
    const wire = WIRES[request.url?.replace(/^\/v1/, '') ?? '']
    if (wire === undefined) return send(response, 404, {}, '{"error":{"message":"There is nothing here."}}')
    const body = JSON.parse(await text(request))
    const turn: Turn = { number: turns.length, headers: request.headers, body, ...wire.read(body) }
    turns.push(turn)
    const reply = await script(turn)
    if ('hangs' in reply) return
    if ('status' in reply)
      return send(
        response,
        reply.status,
        reply.headers ?? {},
        reply.body ?? '{"error":{"message":"as scripted"}}',
      )
    send(response, 200, {}, JSON.stringify(wire.write(reply, turn.number)))
  }
  return {
    url: `${server.url}/v1`,
    turns,
    abandoned: () => abandoned,
    close: async () => {
      await server.close()
      if (faults.length > 0) throw faults[0]
    },
  }
}

const send = (
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): void => {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
  response.end(body)
}

type Said = Extract<Reply, { calls: unknown } | { text: string }>
type Heard = Pick<Turn, 'instructions' | 'question' | 'complaints' | 'results' | 'tools'>

interface Wire {
  // biome-ignore lint/suspicious/noExplicitAny: the bodies of two foreign APIs
  readonly read: (body: any) => Heard
  readonly write: (reply: Said, number: number) => unknown
}

interface Message {
  readonly role: string
  readonly content:
    | string
    | readonly { readonly type: string; readonly text?: string; readonly content?: unknown }[]
    | null
}

const parsed = (written: unknown): unknown => {
  try {
    return JSON.parse(String(written))
  } catch {
    return written
  }
}

/** The last messages of a kind, back to the first of another. */
const lastOf = <T>(items: readonly T[], is: (item: T) => boolean): readonly T[] => {
  const from = items.findLastIndex((item) => !is(item))
  return items.slice(from + 1)
}

const textOf = ({ content }: Message): string =>
  typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('')

/** https://platform.openai.com/docs/api-reference/chat */
const openai: Wire = {
  read: ({ messages, tools }: { messages: Message[]; tools: { function: { name: string } }[] }) => {
    const [question, ...complaints] = messages.filter(({ role }) => role === 'user').map(textOf)
    return {
      instructions: messages
        .filter(({ role }) => role === 'system')
        .map(textOf)
        .join('\n'),
      question,
      complaints,
      results: lastOf(messages, ({ role }) => role === 'tool').map((message) => parsed(textOf(message))),
      tools: tools.map((each) => each.function.name),
    }
  },
  write: (reply, number) => ({
    id: `chatcmpl-${number}`,
    object: 'chat.completion',
    created: 0,
    model: 'scripted',
    choices: [
      {
        index: 0,
        finish_reason: 'calls' in reply ? 'tool_calls' : 'stop',
        message: {
          role: 'assistant',
          content: 'text' in reply ? reply.text : null,
          ...('calls' in reply
            ? {
                tool_calls: reply.calls.map(({ name, input }, index) => ({
                  id: `call_${number}_${index}`,
                  type: 'function',
                  function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
                })),
              }
            : {}),
        },
      },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
  }),
}

/** https://docs.anthropic.com/en/api/messages */
const anthropic: Wire = {
  read: ({
    system,
    messages,
    tools,
  }: {
    system: { text: string }[]
    messages: Message[]
    tools: { name: string }[]
  }) => {
    const blocks = messages.flatMap(({ role, content }) =>
      typeof content === 'string'
        ? [{ role, type: 'text', text: content }]
        : (content ?? []).map((block) => ({ role, ...block })),
    )
    const [question, ...complaints] = blocks
      .filter(({ role, type }) => role === 'user' && type === 'text')
      .map((block) => block.text ?? '')
    return {
      instructions: system.map((block) => block.text).join('\n'),
      question,
      complaints,
      results: lastOf(blocks, ({ type }) => type === 'tool_result').map((block) => {
        const { content } = block as Message
        return parsed(textOf({ role: 'tool', content }))
      }),
      tools: tools.map(({ name }) => name),
    }
  },
  write: (reply, number) => ({
    id: `msg_${number}`,
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content:
      'text' in reply
        ? [{ type: 'text', text: reply.text }]
        : reply.calls.map(({ name, input }, index) => ({
            type: 'tool_use',
            id: `toolu_${number}_${index}`,
            name,
            input,
          })),
    stop_reason: 'calls' in reply ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 10 },
  }),
}

const WIRES: Readonly<Record<string, Wire>> = { '/chat/completions': openai, '/messages': anthropic }
