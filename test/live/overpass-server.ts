/**
 * A real Overpass over HTTP: the program `osm3s_query` of its build asks a database that was loaded from an extract. Built once into the
 * user's cache folder, see `findOverpass`.
 */
import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serveLocally } from '../support/local-server.ts'
import { queryOf } from '../support/overpass-sections.ts'

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
  const { url, close } = await serveLocally(async (request, response) => {
    const query = await queryOf(request)
    queries.push(query)
    const program = spawn(join(build, 'b/bin/osm3s_query'), [`--db-dir=${database}/`])
    response.setHeader('content-type', 'application/json')
    program.stdout.pipe(response)
    // A caller that was killed reads no further, and the program would wait for it.
    response.on('close', () => program.kill('SIGKILL'))
    program.stderr.resume()
    program.stdin.end(query)
  })
  return {
    url: `${url}/api/interpreter`,
    queries,
    close,
  }
}
