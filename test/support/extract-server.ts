/**
 * A server on this machine that plays Geofabrik: its index of extracts, extracts with checksum files, ETags and ranges. A test
 * gives it the fault that it needs, and sees what was asked.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { serveLocally } from './local-server.ts'

/** A part of the index of 2022, as Geofabrik published it. */
const INDEX = readFileSync(join(import.meta.dirname, '../fixtures/regions/index-v1-nogeom.json'))

export interface AskedOf {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
}

type Fault = (request: IncomingMessage, response: ServerResponse, file: Uint8Array | undefined) => unknown

export interface ExtractServer {
  readonly url: string
  /** By path: "/europe/monaco-latest.osm.pbf". Changing a file changes its ETag. */
  readonly files: Map<string, Uint8Array>
  /** By path, instead of the right answer. A fault that returns false leaves the answer to the server. */
  readonly faults: Map<string, Fault>
  readonly asked: AskedOf[]
  /** Requests of a path, in order: "GET", "GET bytes=5-". */
  askedFor(path: string): readonly string[]
  close(): Promise<void>
}

const MODIFIED = 'Sat, 01 Jun 2024 20:21:00 GMT'

export const etagOf = (file: Uint8Array): string => `"${md5Of(file).slice(0, 8)}-${file.length}"`

export const md5Of = (file: Uint8Array): string => createHash('md5').update(file).digest('hex')

export const serveExtracts = async (): Promise<ExtractServer> => {
  const files = new Map<string, Uint8Array>([['/index-v1-nogeom.json', INDEX]])
  const faults = new Map<string, Fault>()
  const asked: AskedOf[] = []
  const server = await serveLocally((request, response) => {
    const { method = '', url: path = '', headers } = request
    asked.push({ method, path, headers })
    const fault = faults.get(path)
    if (fault !== undefined && fault(request, response, files.get(path)) !== false) return
    const summed = path.endsWith('.md5') ? files.get(path.slice(0, -4)) : undefined
    const file =
      summed === undefined
        ? files.get(path)
        : Buffer.from(`${md5Of(summed)}  ${path.split('/').at(-1)?.slice(0, -4)}\n`)
    if (file === undefined) response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not Found</h1>')
    else sendFile(request, response, file)
  })
  return {
    url: server.url,
    files,
    faults,
    asked,
    askedFor: (path) =>
      asked
        .filter((each) => each.path === path)
        .map(({ method, headers }) => [method, headers.range].filter(Boolean).join(' ')),
    close: server.close,
  }
}

const sendFile = (request: IncomingMessage, response: ServerResponse, file: Uint8Array): void => {
  const etag = etagOf(file)
  const head = { ETag: etag, 'Last-Modified': MODIFIED, 'Content-Type': 'application/octet-stream' }
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, head).end()
    return
  }
  const start = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1]
  const from = start !== undefined && request.headers['if-range'] === etag ? Number(start) : 0
  if (from >= file.length && from > 0) {
    response.writeHead(416, { ...head, 'Content-Range': `bytes */${file.length}` }).end()
    return
  }
  const range = from === 0 ? {} : { 'Content-Range': `bytes ${from}-${file.length - 1}/${file.length}` }
  response.writeHead(from === 0 ? 200 : 206, { ...head, ...range, 'Content-Length': file.length - from })
  response.end(request.method === 'HEAD' ? undefined : file.subarray(from))
}

/** Sends the file up to this byte, then nothing: until the test breaks the connection, for ever. */
export const stoppingAt = (bytes: number) => {
  const held: ServerResponse[] = []
  const fault: Fault = (_request, response, file = new Uint8Array()) => {
    response.writeHead(200, { ETag: etagOf(file), 'Content-Length': String(file.length) })
    response.write(file.subarray(0, bytes))
    held.push(response)
  }
  return {
    fault,
    /** Breaks the connections once the client has the bytes. */
    breakAt: ({ bytesDone }: { readonly bytesDone: number }): void => {
      if (bytesDone === bytes) for (const response of held) response.destroy()
    },
  }
}

/** Answers with this status, these headers and this body. */
export const answering =
  (status: number, headers: Readonly<Record<string, string>>, body: string | Uint8Array = ''): Fault =>
  (_request, response) =>
    response.writeHead(status, headers).end(body)
