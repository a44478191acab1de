import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/** Reads a bundled file, which is assumed to match its type. */
export const readYaml = <T>(directory: string, file: string): T =>
  parse(readFileSync(join(directory, file), 'utf8'))
