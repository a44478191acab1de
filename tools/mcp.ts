/** The official clients of the Model Context Protocol, old and new, the host half of its apps, and its conformance tests. */
import { fileURLToPath } from 'node:url'

export {
  Client as NewClient,
  StreamableHTTPClientTransport as NewHttpTransport,
} from '@modelcontextprotocol/client'
export { StdioClientTransport as NewStdioTransport } from '@modelcontextprotocol/client/stdio'
export { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
export { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
export { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
export { appHost } from './app-host.ts'

/** A program, not a module. */
export const conformanceProgram = fileURLToPath(
  new URL('node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
)
