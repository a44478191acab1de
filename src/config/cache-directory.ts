/** The directory for data that Metes can make again, in the user's cache directory. */
import { isAbsolute, join } from 'node:path'
import type { Environment } from './environment.ts'

/**
 * Null if the environment has no such directory. A relative XDG_CACHE_HOME is ignored, as
 * https://specifications.freedesktop.org/basedir-spec/latest/ requires.
 */
export const cacheDirectory = ({ XDG_CACHE_HOME, HOME, LOCALAPPDATA }: Environment): string | null => {
  if (XDG_CACHE_HOME !== undefined && isAbsolute(XDG_CACHE_HOME)) return join(XDG_CACHE_HOME, 'metes')
  if (HOME) return join(HOME, '.cache', 'metes')
  return LOCALAPPDATA ? join(LOCALAPPDATA, 'metes') : null
}
