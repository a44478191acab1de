/** Calls of a caller who checks every byte. */
import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A call that takes longer hangs. */
const MAX_CALL_MS = 120_000

export interface Call {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  /** With the leading slash. */
  readonly path: string
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface Answer {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly bytes: Buffer
}

const kept = new Agent({ keepAlive: true, maxSockets: 16 })

/** Null if the connection broke, or none was accepted: the call may have been carried out. Rejects if nothing happens. */
export const send = (
  url: string,
  { method = 'GET', path, key, headers = {}, body }: Call,
  onKeptConnection = false,
): Promise<Answer | null> =>
  new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const sent = request(`${url}${path}`, {
      method,
      agent: onKeptConnection ? kept : false,
      headers: {
        ...(key === undefined ? {} : { 'x-api-key': key }),
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      signal: AbortSignal.timeout(MAX_CALL_MS),
    })
    const failed = (error: Error): void =>
      error.name === 'AbortError' || error.name === 'TimeoutError'
        ? reject(new Error(`${method} ${path} hangs`))
        : resolve(null)
    sent.on('error', failed)
    sent.on('response', (answer) => {
      buffer(answer).then(
        (bytes) => resolve({ status: Number(answer.statusCode), headers: answer.headers, bytes }),
        failed,
      )
    })
    sent.end(text)
  })

let addresses = 0

/** The headers of another caller each time: an address may send few wrong keys a minute. */
export const fromElsewhere = (): Readonly<Record<string, string>> => {
  const number = addresses++ % 65_536
  return { 'x-forwarded-for': `198.18.${number >> 8}.${number & 255}` }
}

export const jsonOf = ({ bytes }: Answer): Record<string, unknown> => {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return {}
  }
}
