/**
 * A minimal node:http server: sends the bytes that it got from the address in its first argument with the headers in its second;
 * prints its own address.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const headers = JSON.parse(process.argv[3])
const answer = await fetch(process.argv[2], { headers: { 'accept-encoding': 'identity', ...headers } })
const body = Buffer.from(await answer.arrayBuffer())
const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/geo+json', 'Content-Length': body.byteLength })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
