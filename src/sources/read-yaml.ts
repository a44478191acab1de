import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/** A bundled file, which is as its type says. */
export const readYaml = <T>(directory: string, file: string): T =>
  parse(readFileSync(join(directory, file), 'utf8'))
