/** The directories in which programs keep what belongs to a user. */
import { posix, win32 } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** `config`: sign-ins. `cache`: data that Metes can make again. */
export type UserDirectory = 'config' | 'cache'

/**
 * Returns the directory of Metes; null if the environment has none. On Linux and macOS it is that of the XDG Base Directory Specification
 * (https://specifications.freedesktop.org/basedir-spec/latest/), which requires ignoring relative paths. On Windows it is in
 * `%APPDATA%` or `%LOCALAPPDATA%`, also in a shell that sets HOME, so that all shells share it.
 */
export const userDirectory = (
  what: UserDirectory,
  env: Environment,
  platform = process.platform,
): string | null => {
  const { isAbsolute, join } = platform === 'win32' ? win32 : posix
  const { xdg, home, windows } = PLACES[what]
  const chosen = env[xdg]
  if (chosen !== undefined && isAbsolute(chosen)) return join(chosen, 'metes')
  const folders = [platform === 'win32' ? env[windows] : undefined, env.HOME && join(env.HOME, home)]
  const folder = folders.find(Boolean)
  return folder ? join(folder, 'metes') : null
}

const PLACES: Readonly<Record<UserDirectory, Readonly<Record<'xdg' | 'home' | 'windows', string>>>> = {
  config: { xdg: 'XDG_CONFIG_HOME', home: '.config', windows: 'APPDATA' },
  cache: { xdg: 'XDG_CACHE_HOME', home: '.cache', windows: 'LOCALAPPDATA' },
}
