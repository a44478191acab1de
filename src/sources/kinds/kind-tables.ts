/** Reads `data/kinds/<cc>.yaml`, each country on first use. Errors say in a sentence what is wrong with a file. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { KindTable, KindTables } from '../../domain/boundary/kind-table.ts'
import { readYaml } from '../read-yaml.ts'
import { readKindTable } from './read-kind-table.ts'

export function loadKindTables(directory: string): KindTables {
  const fallback = readFile(join(directory, 'default.yaml'))
  const countries = new Map<string, KindTable | null>()
  return {
    fallback,
    country(code) {
      let table = countries.get(code)
      if (table === undefined) {
        const path = join(directory, `${code.toLowerCase()}.yaml`)
        table = /^[A-Z]{2}$/.test(code) && existsSync(path) ? readFile(path) : null
        countries.set(code, table)
      }
      return table
    },
  }
}

function readFile(path: string): KindTable {
  let content: unknown
  try {
    content = readYaml(path)
  } catch (cause) {
    throw new Error(`${path} could not be read as YAML.`, { cause })
  }
  return readKindTable(content, path)
}
