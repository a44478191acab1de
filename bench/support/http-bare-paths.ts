/**
 * A minimal node:http server for several paths: sends the bytes that the server in its first argument sent for each path
 * in the others; prints its own address.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const [origin, ...paths] = process.argv.slice(2)
const bodies = new Map<string, Buffer>()
for (const path of paths) {
  const answer = await fetch(`${origin}${path}`, { headers: { 'accept-encoding': 'identity' } })
  bodies.set(path, Buffer.from(await answer.arrayBuffer()))
}
const server = createServer((request, response) => {
  const body = bodies.get(request.url ?? '') ?? Buffer.alloc(0)
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.byteLength })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
