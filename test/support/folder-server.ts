/** A web server of the files of a folder, as any is. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
}

export interface FolderServer {
  /** Address without a trailing slash. */
  readonly url: string
  readonly close: () => void
}

export const serveFolder = async (folder: string): Promise<FolderServer> => {
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    const body = await readFile(join(folder, pathname)).catch(() => null)
    response.writeHead(body === null ? 404 : 200, {
      'Content-Type': TYPES[extname(pathname)] ?? 'text/plain',
    })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() }
}
