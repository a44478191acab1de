/**
 * An agent's side of a server: lists the tools of `/mcp` and calls two, over HTTP.
 *
 *     npm install @modelcontextprotocol/client
 *     METES_URL=http://localhost:8080 METES_API_KEY=mts_… node http.ts
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

const { METES_URL = 'http://localhost:8080', METES_API_KEY } = process.env
const headers: Record<string, string> =
  METES_API_KEY === undefined ? {} : { Authorization: `Bearer ${METES_API_KEY}` }
const client = new Client({ name: 'example', version: '1.0.0' })
await client.connect(
  new StreamableHTTPClientTransport(new URL('/mcp', METES_URL), { requestInit: { headers } }),
)

const { tools } = await client.listTools()
console.log(`${tools.length} tools: ${tools.map(({ name }) => name).join(', ')}`)

const place = await client.callTool({ name: 'search_boundaries', arguments: { q: 'Luxemburg', limit: 1 } })
console.log(JSON.stringify(place.content))

// Needs a key: without one, the server answers 401.
const point = await client.callTool({ name: 'reverse_boundaries', arguments: { lat: 49.61, lon: 6.13 } })
console.log(JSON.stringify(point.content))
await client.close()
