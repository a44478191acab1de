/**
 * Folders for temporary files. Their names tell the machine and the process, so that the next process deletes what a killed one left:
 * `metes-<machine>-<pid>-<random>`.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, readlinkSync } from 'node:fs'
import { lstat, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRunning } from './leftover-files.ts'
import { once } from './once.ts'

/** @param parent must exist */
export const makeScratchFolder = (parent: string): string =>
  mkdtempSync(join(parent, `metes-${machine()}-${process.pid}-`))

/**
 * Deletes the folders of processes that no longer run. Those of other users, machines and containers stay, and so does everything that is
 * not named like a folder of ours. What cannot be deleted stays, too: it is no reason to fail.
 *
 * @param userId null on Windows, where files have no such owner
 */
export const sweepScratchFolders = async (
  parent: string = tmpdir(),
  userId: number | null = process.getuid?.() ?? null,
): Promise<void> => {
  const names = await readdir(parent).catch(() => [])
  for (const name of names) {
    const [, where, pid] = NAME.exec(name) ?? []
    if (where !== machine() || isRunning(Number(pid))) continue
    const path = join(parent, name)
    if (await isOwnFolder(path, userId)) await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}

const NAME = /^metes-([0-9a-f]{12})-(\d{1,10})-[A-Za-z0-9]{6}$/

/** Where a process id means the same process: containers that share a folder have ids of their own. */
const machine = once(() =>
  createHash('sha256')
    .update(`${hostname()} ${process.platform === 'linux' ? pidNamespace() : ''}`)
    .digest('hex')
    .slice(0, 12),
)

const pidNamespace = (): string => {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

/** A link is none, wherever it leads. Windows tells no owner: there each user has a folder for temporary files of their own. */
const isOwnFolder = async (path: string, userId: number | null): Promise<boolean> => {
  const found = await lstat(path).catch(() => null)
  return found?.isDirectory() === true && (userId === null || found.uid === userId)
}
