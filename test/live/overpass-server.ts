/**
 * A real Overpass over HTTP: the program `osm3s_query` of its build asks a database that was loaded from an extract. Built once into the
 * user's cache folder, see `missingOverpass`.
 */
import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serveLocally } from '../support/local-server.ts'
import { queryOf } from '../support/overpass-sections.ts'

const SHARED = join(import.meta.dirname, '../../../shared')
const TOOLS = join(SHARED, 'tools/overpass')
const EXTRACTS = join(SHARED, 'data/osm')
const BUILD = join(homedir(), '.cache/metes/overpass')

/** Why the tests with a real Overpass are skipped on this machine, and how it gets one. */
export const missingOverpass = (): string | false => {
  if (!existsSync(join(TOOLS, 'load.sh'))) return `the source of Overpass is not at ${TOOLS}`
  if (!existsSync(EXTRACTS)) return `no extracts are at ${EXTRACTS}`
  if (!existsSync(join(BUILD, 'b/bin/osm3s_query')))
    return `no Overpass is built; build it once, in some minutes: bash ${TOOLS}/build.sh ${BUILD}`
  return false
}

/** The file of an extract. */
export const extractFile = (name: string): string => join(EXTRACTS, `${name}.osm.pbf`)

/** Fills a database with an extract. */
export const loadOverpass = async (
  extract: string,
  database: string,
  { knowsPostcodeAreas = true }: { readonly knowsPostcodeAreas?: boolean } = {},
): Promise<void> => {
  const load = [join(TOOLS, 'load.sh'), BUILD, extractFile(extract), database]
  const loadWithoutPostcodes = ['-c', WITHOUT_POSTCODES, BUILD, extractFile(extract), database]
  await promisify(execFile)('bash', knowsPostcodeAreas ? load : loadWithoutPostcodes, {
    maxBuffer: 64 * 1024 * 1024,
  })
}

/** Loads an extract with rules that make no areas of postcodes, as those of other servers. */
const WITHOUT_POSTCODES = `set -euo pipefail; mkdir -p "$2"
osmium cat "$1" -f osm -o - | "$0/b/bin/update_database" --db-dir="$2/" --meta
sed s/postal_code/none/ "$0/src/rules/areas.osm3s" | "$0/b/bin/osm3s_query" --progress --rules --db-dir="$2/"`

export interface OverpassServer {
  readonly url: string
  readonly queries: readonly string[]
  readonly close: () => Promise<void>
}

export const serveOverpass = async (database: string): Promise<OverpassServer> => {
  const queries: string[] = []
  const { url, close } = await serveLocally(async (request, response) => {
    const query = await queryOf(request)
    queries.push(query)
    const program = spawn(join(BUILD, 'b/bin/osm3s_query'), [`--db-dir=${database}/`])
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
