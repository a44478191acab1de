/** The bundled tables as JSON beside their YAML, so that the program reads them faster: `npm ci` makes them for a checkout, `npm run build` for the package. */
import { globSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { jsonPathOf, parseYaml } from '../src/sources/read-yaml.ts'

const DATA = fileURLToPath(new URL('../data/', import.meta.url))

export const makeTables = (): void => {
  for (const path of globSync('**/*.yaml', { cwd: DATA }).map((each) => join(DATA, each))) {
    const made = statSync(jsonPathOf(path), { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (made >= statSync(path).mtimeMs) continue
    // Other processes may be reading what is there.
    const written = `${jsonPathOf(path)}.${process.pid}`
    writeFileSync(written, JSON.stringify(parseYaml(path)))
    renameSync(written, jsonPathOf(path))
  }
}
