/** The servers that the configurations on a page of the docs name, in the shape that each agent accepts. */
import { Command } from 'commander'
import { z } from 'zod'
import { blocksOf } from './doc-examples.ts'

/** What an agent connects to: the command that it starts, or the address that it calls. */
export type AgentServer =
  | {
      readonly command: string
      readonly args: readonly string[]
      readonly env: Readonly<Record<string, string>>
    }
  | { readonly url: string; readonly headers: Readonly<Record<string, string>> }

const texts = z.record(z.string(), z.string())
const command = { command: z.string(), args: z.array(z.string()).default([]), env: texts.default({}) }
const address = { url: z.string().regex(/^https?:\/\/.+/), headers: texts.default({}) }
const serversOf = <Server extends z.ZodType>(server: Server) => z.record(z.string(), server)

/** Names of files and headings, and what agents accept in the configurations below them. Agents skip what has other fields. */
const SHAPES = {
  'claude_desktop_config.json': z.strictObject({ mcpServers: serversOf(z.strictObject(command)) }),
  '.vscode/mcp.json': z.strictObject({
    inputs: z
      .array(
        z.strictObject({
          type: z.literal('promptString'),
          id: z.string(),
          description: z.string(),
          password: z.literal(true),
        }),
      )
      .default([]),
    servers: serversOf(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('stdio'), ...command }),
        z.strictObject({ type: z.literal('http'), ...address }),
      ]),
    ),
  }),
  '## Other clients': z.strictObject({
    mcpServers: serversOf(z.union([z.strictObject(command), z.strictObject(address)])),
  }),
} as const

/** The configuration files on the page, as text, with the name above each. */
export const configsOf = (
  page: string,
): readonly { readonly name: keyof typeof SHAPES; readonly json: string }[] =>
  blocksOf(page).flatMap((block) => {
    if (block === null || !/"(?:mcpS|s)ervers"/.test(block.code)) return []
    const names = Object.keys(SHAPES) as (keyof typeof SHAPES)[]
    const [name] = names.sort((a, b) => block.before.lastIndexOf(b) - block.before.lastIndexOf(a))
    return [{ name, json: block.code }]
  })

/** Its only server. `prompted` is what a person enters where the configuration asks for an input. */
export const serverOf = (name: keyof typeof SHAPES, json: string, prompted: string): AgentServer => {
  const config = SHAPES[name].parse(JSON.parse(json))
  const servers = Object.values('servers' in config ? config.servers : config.mcpServers)
  if (servers.length !== 1) throw new Error(`${servers.length} servers`)
  const [server] = servers
  const inputs = 'inputs' in config ? config.inputs : []
  return inputs.reduce<AgentServer>(
    (server, { id }) => JSON.parse(JSON.stringify(server).replaceAll(`\${input:${id}}`, prompted)),
    server,
  )
}

/** The lines of the page that add a server to Claude Code. */
export const claudeLinesOf = (page: string): readonly string[] =>
  blocksOf(page).flatMap((block) => block?.code.match(/^claude mcp add .+$/gm) ?? [])

/** What `claude mcp add` registers with these arguments. Its options take several values, so a name after them would be one. */
export const addedByClaude = (args: readonly string[]): AgentServer => {
  let added: AgentServer | undefined
  const claude = new Command().exitOverride()
  claude
    .command('mcp')
    .command('add <name> <commandOrUrl> [args...]')
    .option('-t, --transport <transport>', '', 'stdio')
    .option('-e, --env <env...>', '', [])
    .option('-H, --header <header...>', '', [])
    .action((_name: string, target: string, args: string[], options: ClaudeOptions) => {
      added =
        options.transport === 'stdio'
          ? { command: target, args, env: pairs(options.env, '=') }
          : { url: target, headers: pairs(options.header, ': ') }
    })
  claude.parse(args, { from: 'user' })
  return added!
}

interface ClaudeOptions {
  readonly transport: string
  readonly env: readonly string[]
  readonly header: readonly string[]
}

const pairs = (texts: readonly string[], separator: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf(separator)
      if (at < 1) throw new Error(`"${text}" has no name before "${separator}"`)
      return [text.slice(0, at), text.slice(at + separator.length)]
    }),
  )
