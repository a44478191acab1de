/** Speaks the Model Context Protocol on a pair of streams, as agents do with a command that they start. */

import { pipeline, type Readable, type Writable } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { BoundedLines } from './bounded-lines.ts'
import { createMcpServer, type McpOptions } from './server.ts'

export interface Streams {
  readonly input: Readable
  readonly output: Writable
  /** Told of what is no message of the protocol. */
  readonly onError: (error: Error) => void
}

/** Until the client closes the input, or the signal is aborted. What is running then is given up. */
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
