/**
 * A real Overpass over HTTP: the program `osm3s_query` of its build asks a database that was loaded from an extract. Built once into the
 * user's cache folder, see `findOverpass`.
 */
import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const TOOLS = join(import.meta.dirname, '../../../shared/tools/overpass')
const BUILD = join(homedir(), '.cache/metes/overpass')

/** Null where it is not built: `bash ../shared/tools/overpass/build.sh ~/.cache/metes/overpass` builds it in some minutes. */
export const findOverpass = (): string | null =>
  existsSync(join(BUILD, 'b/bin/osm3s_query')) && existsSync(join(TOOLS, 'load.sh')) ? BUILD : null

/** Fills a database with an extract. */
export const loadOverpass = async (build: string, extract: string, database: string): Promise<void> => {
  await promisify(execFile)('bash', [join(TOOLS, 'load.sh'), build, extract, database], {
    maxBuffer: 64 * 1024 * 1024,
  })
}

export interface OverpassServer {
  readonly url: string
  readonly queries: readonly string[]
  readonly close: () => Promise<void>
}

export const serveOverpass = async (build: string, database: string): Promise<OverpassServer> => {
  const queries: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const query = new URLSearchParams(Buffer.concat(chunks).toString()).get('data') ?? ''
    queries.push(query)
    const program = spawn(join(build, 'b/bin/osm3s_query'), [`--db-dir=${database}/`])
    response.setHeader('content-type', 'application/json')
    program.stdout.pipe(response)
    // A caller that was killed reads no further, and the program would wait for it.
    response.on('close', () => program.kill('SIGKILL'))
    program.stderr.resume()
    program.stdin.end(query)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/api/interpreter`,
    queries,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}
