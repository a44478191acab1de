/** A web server of the files of a folder, as any is. */
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type LocalServer, serveLocally } from './local-server.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
}

export const serveFolder = (folder: string): Promise<LocalServer> =>
  serveLocally(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    const body = await readFile(join(folder, pathname)).catch(() => null)
    response.writeHead(body === null ? 404 : 200, {
      'Content-Type': TYPES[extname(pathname)] ?? 'text/plain',
    })
    response.end(body)
  })
