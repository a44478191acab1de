/** The check whether other users can access files of the data directory, such as directories created by hand. */
import type { Config } from '../config/read-config.ts'
import { METES } from '../util/command-name.ts'
import { narrow, wideEntries } from '../util/wide-file-modes.ts'

const MAX_NAMED = 3

export const checkModes = async ({ dataDir }: Config): Promise<string> => {
  if (process.platform === 'win32') return 'not used on Windows'
  const wide: string[] = []
  let count = 0
  for await (const { path, mode } of wideEntries(dataDir)) {
    if (count++ < MAX_NAMED) wide.push(`${path} (${octal(mode)})`)
  }
  if (count === 0) return 'only this user can access the files'
  throw new Error(
    `Other users can access ${namedAndMore(wide, count)}. Run "${METES} doctor --fix" to restrict them.`,
  )
}

export const narrowModes = async ({ dataDir }: Config): Promise<string> => {
  const done: string[] = []
  let count = 0
  for await (const entry of wideEntries(dataDir)) {
    await narrow(entry)
    if (count++ < MAX_NAMED) done.push(`${entry.path} (${octal(entry.mode)}, now ${octal(entry.wanted)})`)
  }
  return `restricted to this user: ${namedAndMore(done, count)}`
}

const octal = (mode: number): string => mode.toString(8).padStart(4, '0')

const namedAndMore = (named: readonly string[], count: number): string =>
  count > named.length ? `${named.join(', ')} and ${count - named.length} more` : named.join(', ')
