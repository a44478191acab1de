/** Serves the Model Context Protocol on a pair of streams, for agents that start the command. */

import { pipeline, type Readable, type Writable } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { createMcpServer, type McpOptions } from './server.ts'
import { BoundedLines } from './stdio-lines.ts'

export interface Streams {
  readonly input: Readable
  readonly output: Writable
  /** Called for invalid messages and stream errors. */
  readonly onError: (error: Error) => void
}

/** Serves until the client closes the input or the signal is aborted, then abandons running calls. */
export const serveMcpStdio = async (
  options: McpOptions,
  { input, output, onError }: Streams,
  signal: AbortSignal,
): Promise<void> => {
  const over = Promise.withResolvers<void>()
  let isOver = false
  const lines = new BoundedLines((answer) => output.write(`${JSON.stringify(answer)}\n`))
  const handle = serveStdio(() => createMcpServer(options), {
    transport: new StdioServerTransport(lines, output),
    onerror: onError,
  })
  pipeline(input, lines, (error) => {
    if (error && !isOver) onError(error)
  })
  lines.once('end', () => over.resolve())
  lines.once('close', () => over.resolve())
  if (signal.aborted) over.resolve()
  signal.addEventListener('abort', () => over.resolve(), { once: true })
  await over.promise
  isOver = true
  await handle.close()
  lines.destroy()
}
