/** Reports references of comments and documents to files and names that no longer exist. */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findStale } from './references/find-stale.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** What is in no dependency, by the place where it is. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'the format of OpenStreetMap extracts': [
    'BlobHeader',
    'PrimitiveBlock',
    'PrimitiveGroup',
    'keys_vals',
    'required_features',
  ],
  'the specification of vector tiles': ['vector_tile'],
  Nominatim: ['import_polygon_error'],
  'Natural Earth': ['name_zht'],
  PostgreSQL: ['to_tsvector'],
  'methods of MCP': ['tools/list'],
  'names that the program composes': ['metes_live', 'postal_code_name'],
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** With new files, which are not added yet. */
const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)))

/** Words of the declarations of packages that the project names. */
const declared = (names: ReadonlySet<string>): ReadonlySet<string> => {
  const found = new Set<string>()
  for (const home of ['.', 'tools']) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(read(`${home}/package.json`))
    for (const name of Object.keys({ ...dependencies, ...devDependencies }))
      for (const path of globSync(`${home}/node_modules/${name}/**/*.d.{ts,mts,cts}`, { cwd: ROOT })) {
        const text = read(path)
        for (const each of names)
          if (text.includes(each) && new RegExp(`\\b${each}\\b`).test(text)) found.add(each)
      }
  }
  return found
}

const elsewhere = new Set(Object.values(ELSEWHERE).flat())
const stale = findStale({
  paths,
  textOf: read,
  foundElsewhere: (names) => elsewhere.union(declared(names.difference(elsewhere))),
})
for (const { path, line, text, is } of stale) console.log(`${path}:${line}: no such ${is}: ${text}`)
process.exitCode = stale.length === 0 ? 0 : 1
