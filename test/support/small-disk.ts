/** A disk that a test can fill and stop: a file system in a file, in a mount namespace that ends with the processes on it. */
import { type ChildProcessByStdio, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { promisify } from 'node:util'

const runFile = promisify(execFile)

/** False, or why tests with such a disk are skipped. */
export const NO_SMALL_DISK: false | string =
  spawnSync('unshare', ['--mount', 'sh', '-c', 'mkfs.ext4 -V && losetup --find && fsfreeze --version'], {
    stdio: 'ignore',
  }).status !== 0 && 'this user cannot mount a disk of its own'

export interface SmallDisk {
  /** The command line of a program that sees the disk. */
  readonly command: (...command: readonly string[]) => readonly [string, ...string[]]
  /** Leaves no byte, until `free`. */
  readonly fill: () => Promise<void>
  readonly free: () => Promise<void>
  /** Writes wait for the most part of this time. */
  readonly slow: (seconds: number) => Promise<void>
  readonly remove: () => Promise<void>
}

/** Mounts it over a directory that exists, for the processes that are started by its command lines. */
export const openSmallDisk = async (directory: string, megabytes: number): Promise<SmallDisk> => {
  const scratch = await mkdtemp(join(tmpdir(), 'metes-small-disk-'))
  const image = join(scratch, 'image')
  await runFile('truncate', [`--size=${megabytes}M`, image])
  await runFile('mkfs.ext4', ['-q', '-m', '0', image])
  const holder: ChildProcessByStdio<Writable, Readable, null> = spawn(
    'unshare',
    ['--mount', 'sh', '-ec', 'mount -o loop "$0" "$1"; echo mounted; exec cat', image, directory],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const [mounted] = await Promise.race([once(holder.stdout, 'data'), once(holder, 'close')])
  // What is mounted keeps the file.
  await rm(scratch, { recursive: true })
  if (!String(mounted).includes('mounted')) throw new Error('The disk cannot be mounted.')

  const command: SmallDisk['command'] = (...inside) => [
    'nsenter',
    ...['--target', String(holder.pid), '--mount'],
    ...inside,
  ]
  const run = async (script: string): Promise<void> => {
    const [program, ...args] = command('sh', '-c', script, directory)
    await runFile(program, args)
  }
  return {
    command,
    fill: () =>
      run('for block in 1M 4k 1; do dd if=/dev/zero bs=$block >> "$0/fill" 2> /dev/null || true; done'),
    free: () => run('rm -f "$0/fill"'),
    // One process does it all, so that a killed test leaves no frozen disk.
    slow: (seconds) =>
      run(
        `for part in $(seq ${Math.ceil(seconds * 2)}); do fsfreeze -f "$0"; sleep 0.4; fsfreeze -u "$0"; sleep 0.1; done`,
      ),
    remove: async () => {
      const closed = once(holder, 'close')
      holder.stdin.end()
      await closed
    },
  }
}
