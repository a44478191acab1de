/**
 * An agent's side of `metes mcp`: lists the tools and calls one, over stdio.
 *
 *     npm install @modelcontextprotocol/client metes-0.1.0.tgz
 *     node tools.ts
 */
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const [command = 'metes', ...args] = process.argv.slice(2)
const client = new Client({ name: 'example', version: '1.0.0' })
const { PATH = '', HOME = '', METES_DATA_DIR = '' } = process.env
await client.connect(
  new StdioClientTransport({ command, args: [...args, 'mcp'], env: { PATH, HOME, METES_DATA_DIR } }),
)

const { tools } = await client.listTools()
console.log(`${tools.length} tools: ${tools.map(({ name }) => name).join(', ')}`)

const { content } = await client.callTool({
  name: 'search_boundaries',
  arguments: { q: 'Luxemburg', limit: 1 },
})
console.log(JSON.stringify(content))
await client.close()
