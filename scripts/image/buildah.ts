/** buildah with a storage of its own. It isolates with chroot, which works where no other container may be started. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

export interface ImageConfig {
  /** Digests of the uncompressed layers, the lowest first. */
  readonly layers: readonly string[]
  readonly command: readonly string[]
  readonly healthCheck: readonly string[]
}

export interface Buildah {
  /** Returns what it wrote to stdout. @throws Error with all of its output if it fails */
  run(args: readonly string[], options?: RunOptions): Promise<string>
  start(args: readonly string[]): ChildProcessByStdio<null, Readable, Readable>
  config(image: string): Promise<ImageConfig>
  /** Returns the folder of the image's files. */
  mount(image: string): Promise<string>
  /** Runs another program of this machine, as `run` does. */
  host(program: string, ...args: readonly string[]): Promise<string>
}

interface RunOptions {
  readonly cwd?: string
  readonly umask?: string
}

/** @param folder for the storage, which is not removed */
export const openBuildah = (folder: string): Buildah => {
  const globals = [
    '--root',
    join(folder, 'images'),
    '--runroot',
    join(folder, 'run'),
    '--storage-driver',
    'vfs',
  ]
  const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' }
  const run = async (args: readonly string[], { cwd, umask = '022' }: RunOptions = {}): Promise<string> => {
    const shell = ['-c', `umask ${umask} && exec "$0" "$@"`, 'buildah', ...globals, ...args]
    return output(spawn('sh', shell, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }), `buildah ${args[0]}`)
  }
  return {
    run,
    start: (args) => spawn('buildah', [...globals, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] }),
    config: async (image) => {
      const { OCIv1, Docker } = JSON.parse(await run(['inspect', '--type', 'image', image]))
      const { Entrypoint = [], Cmd = [] } = OCIv1.config
      return {
        layers: OCIv1.rootfs.diff_ids,
        command: [...Entrypoint, ...Cmd],
        // Its first word says that the others are a command.
        healthCheck: (Docker.config.Healthcheck?.Test ?? []).slice(1),
      }
    },
    mount: async (image) => (await run(['mount', (await run(['from', image])).trim()])).trim(),
    host: (program, ...args) => output(spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] }), program),
  }
}

const output = async (
  child: ChildProcessByStdio<null, Readable, Readable>,
  what: string,
): Promise<string> => {
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', (cause) =>
      reject(
        new Error(`${what} cannot be started; Debian's packages buildah and debootstrap have it.`, { cause }),
      ),
    )
    child.once('close', resolve)
  })
  const [stdout, stderr, code] = await Promise.all([
    child.stdout.setEncoding('utf8').toArray(),
    child.stderr.setEncoding('utf8').toArray(),
    ended,
  ])
  if (code !== 0) throw new Error(`${what} ended with ${code}:\n${stdout.join('')}${stderr.join('')}`)
  return stdout.join('')
}
