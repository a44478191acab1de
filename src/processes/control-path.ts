/** Where the primary of a data directory can be reached: a socket in the directory, or on Windows a pipe that is named after it. */
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sha256 } from '../util/sha256.ts'

export const CONTROL_FILE = 'control.sock'

/** The shortest limit of the systems: https://man.freebsd.org/cgi/man.cgi?unix(4). */
const MAX_PATH_BYTES = 100

export const isPipe = (platform: NodeJS.Platform): boolean => platform === 'win32'

/** Calls with the address; through a link where the path is longer than systems allow. */
export const atControlAddress = async <T>(
  dataDir: string,
  use: (address: string) => Promise<T>,
  platform = process.platform,
): Promise<T> => {
  const directory = resolve(dataDir)
  // Windows ignores the case of paths, but not of the names of pipes.
  if (isPipe(platform)) return use(`\\\\.\\pipe\\metes-${sha256(directory.toLowerCase())}`)
  const path = join(directory, CONTROL_FILE)
  if (Buffer.byteLength(path) <= MAX_PATH_BYTES) return use(path)
  const near = await mkdtemp(join(tmpdir(), 'metes-'))
  try {
    const link = join(near, 'data')
    await symlink(directory, link)
    return await use(join(link, CONTROL_FILE))
  } finally {
    await rm(near, { recursive: true })
  }
}
