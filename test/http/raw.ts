/** Requests as bytes and answers not decoded: things that `fetch` would not send, or would hide. */
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'

export interface RawAnswer {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: Buffer
}

export const ask = (
  url: string,
  options: {
    readonly method?: string
    readonly path?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string | Uint8Array
  } = {},
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body } = options
    const path = options.path === undefined ? {} : { path: options.path }
    const sent = request(url, { method, headers, ...path, agent: false }, async (response) => {
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: Buffer.concat(await response.toArray()),
      })
    })
    sent.once('error', reject)
    sent.end(body)
  })

/** Writes the text to the port and returns everything that comes back until the server closes the connection. */
export const speak = async (url: string, text: string): Promise<string> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const pieces: Buffer[] = []
  socket.on('data', (piece) => pieces.push(piece))
  socket.write(text)
  await once(socket, 'close')
  return Buffer.concat(pieces).toString()
}
