/** Compares the limit of open files with what the settings need: beyond it, connections and databases fail at random. */
import type { Config } from '../config/read-config.ts'
import { openFileLimit } from '../util/open-file-limit.ts'

/**
 * For all but the connections of callers. A server has some 50 files open when it starts, and 90 while eight threads work; the rest is for
 * connections to databases, map servers and buckets, and for files that are sent.
 */
const FILES_OF_OUR_OWN = 256

type Limits = Pick<Config, 'connections'>

/** What to log at a start; nothing where the limit is not known. */
export const startWarnings = (config: Limits & Pick<Config, 'warnings'>): readonly string[] => {
  const tooLow = tooFewFilesText(config, openFileLimit())
  return tooLow === null ? config.warnings : [...config.warnings, tooLow]
}

/** No check where the limit is not known. */
export const openFileChecks = (config: Limits) => {
  const limit = openFileLimit()
  if (limit === null) return []
  const run = async (): Promise<string> => {
    const tooLow = tooFewFilesText(config, limit)
    if (tooLow !== null) throw new Error(tooLow)
    return `${limit === Number.POSITIVE_INFINITY ? 'any number' : limit} may be open at once in a process that this shell starts`
  }
  return [{ name: 'Open files', run }]
}

/** Null if the limit is high enough, or not known. */
export const tooFewFilesText = ({ connections }: Limits, limit: number | null): string | null => {
  const needed = connections + FILES_OF_OUR_OWN
  if (limit === null || limit >= needed) return null
  const possible = limit - FILES_OF_OUR_OWN
  const lower = possible > 0 ? `, or METES_MAX_CONNECTIONS to ${possible}` : ''
  return `A process may have ${limit} files open, too few for the ${connections} connections of METES_MAX_CONNECTIONS and ${FILES_OF_OUR_OWN} files of its own: when it runs out of them, connections and databases fail. Set the limit to ${needed} or more (LimitNOFILE of systemd, "ulimits: nofile" of a container, "ulimit -n" of a shell)${lower}.`
}
