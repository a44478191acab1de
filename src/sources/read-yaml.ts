/** Reads the bundled tables. */
import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Reads a bundled file, which is assumed to match its type: its values as JSON where `npm ci` or the package has made them of it
 * (`scripts/tables.ts`), otherwise the YAML. JSON is read in a fiftieth of the time (decision 0121).
 */
export const readYaml = <T>(file: string | URL): T => {
  const path = typeof file === 'string' ? file : fileURLToPath(file)
  return isMade(path) ? JSON.parse(readFileSync(jsonPathOf(path), 'utf8')) : parseYaml(path)
}

/** In the package nothing is edited, and times say only in which order npm has written its files. */
const IS_PACKAGE = import.meta.url.endsWith('.js')

const isMade = (path: string): boolean => {
  const madeMs = statSync(jsonPathOf(path), { throwIfNoEntry: false })?.mtimeMs
  return madeMs !== undefined && (IS_PACKAGE || madeMs >= statSync(path).mtimeMs)
}

export const jsonPathOf = (path: string): string => `${path}.json`

/** Loads the parser only where it is needed. */
export const parseYaml = <T>(path: string): T => {
  const { load }: typeof import('js-yaml') = createRequire(import.meta.url)('js-yaml')
  return load(readFileSync(path, 'utf8')) as T
}
