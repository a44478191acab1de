/** The official clients of the Model Context Protocol, by version of the library, over HTTP and stdio. */
import { fileURLToPath } from 'node:url'
import type { ToolReply } from './mcp-post.ts'
import { isRequired } from './required.ts'

/** Null where the packages were not installed. */
const tools = await import('../../tools/mcp.ts').catch((error: NodeJS.ErrnoException) => {
  if (error.code === 'ERR_MODULE_NOT_FOUND') return null
  throw error
})

/** Why tests with the clients are skipped; false where they are not. */
export const noClients: string | false =
  tools === null && !isRequired('mcp') && 'the clients are not installed (npm run tools)'

/** The program that runs the conformance tests. */
export const conformanceProgram = (): string => tools!.conformanceProgram

/** What a page loads to be a host of MCP Apps. */
export const appHost = () => tools!.appHost

/** What the tests use of both. */
export interface McpClient {
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(
    call: { name: string; arguments: Record<string, unknown> },
    /** In this place only for the new library. */
    options?: { signal: AbortSignal; onprogress: (progress: { message: string }) => void },
  ): Promise<ToolReply>
  listResources(): Promise<{ resources: { uri: string }[] }>
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string }[] }>
  readResource(request: { uri: string }): Promise<{ contents: { mimeType?: string; text: string }[] }>
  listPrompts(): Promise<{ prompts: { name: string }[] }>
  getPrompt(request: { name: string; arguments: Record<string, string> }): Promise<{
    messages: { content: { text: string } }[]
  }>
  readonly transport: { finishAuth(returned: string | URLSearchParams): Promise<void> }
  close(): Promise<void>
}

/** What a client keeps while it signs a person in, as both libraries ask for it. */
export interface AuthProvider {
  readonly redirectUrl: string
  readonly clientMetadataUrl?: string
  readonly clientMetadata: Readonly<Record<string, unknown>>
  clientInformation(): object | undefined
  saveClientInformation(information: object): void
  tokens(): object | undefined
  saveTokens(tokens: object): void
  redirectToAuthorization(address: URL): void
  saveCodeVerifier(verifier: string): void
  codeVerifier(): string
  saveDiscoveryState(state: object): void
  discoveryState(): object | undefined
}

/** `old` is version 1 of the library, `new` is version 2, and `modern` is version 2 with the protocol of 2026. */
export type ClientKind = 'old' | 'new' | 'modern'
export const CLIENT_KINDS: readonly ClientKind[] = ['old', 'new', 'modern']

/** A server by the address of its endpoint, or a command. */
export type Target =
  | { readonly url: string; readonly headers: Readonly<Record<string, string>> }
  | { readonly url: string; readonly authProvider: AuthProvider }
  | {
      readonly command: string
      readonly args: readonly string[]
      readonly env: Readonly<Record<string, string>>
      readonly cwd?: string
    }

/** `metes mcp` of the checkout, on the Node of the tests. */
export const METES_MCP = {
  command: process.execPath,
  args: [fileURLToPath(new URL('../../bin/metes.js', import.meta.url)), 'mcp'],
} as const

const ME = { name: 'metes-tests', version: '1' }

export const connectClient = async (kind: ClientKind, target: Target): Promise<McpClient> => {
  const { NewClient, NewHttpTransport, NewStdioTransport, OldClient, OldHttpTransport, OldStdioTransport } =
    tools!
  const isOld = kind === 'old'
  const transport =
    'url' in target
      ? new (isOld ? OldHttpTransport : NewHttpTransport)(
          new URL(target.url),
          ('headers' in target ? { requestInit: { headers: target.headers } } : target) as never,
        )
      : new (isOld ? OldStdioTransport : NewStdioTransport)({
          ...target,
          args: [...target.args],
          env: { PATH: process.env.PATH ?? '', ...target.env },
        })
  const client = isOld
    ? new OldClient(ME)
    : new NewClient(ME, kind === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {})
  await client.connect(transport as never)
  return client as unknown as McpClient
}
