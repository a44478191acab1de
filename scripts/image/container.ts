/** The image as a cluster with strict rules runs it: nothing but the data can be written, and the user is one that the image does not know. */
import { once } from 'node:events'
import { chown, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../src/util/free-port.ts'
import { listeningUrl } from '../../test/support/service.ts'
import type { Buildah } from './buildah.ts'

export interface Container {
  /** The server, as this machine reaches it. */
  readonly url: string
  /** Runs a line of a shell beside the server, and returns the exit code and the output. */
  readonly shell: (
    line: string,
    env?: Readonly<Record<string, string>>,
  ) => Promise<{ readonly code: number | null; readonly text: string }>
  /** @throws Error if the health check fails */
  readonly isHealthy: () => Promise<void>
  /** Ends the server as engines do. @throws Error if it does not end with 0 */
  readonly stop: () => Promise<void>
}

const USER = 12_345
/** Before the user of the container, who may not mount, takes over. */
const READ_ONLY = `mount -o remount,bind,ro / && if touch /written 2>/dev/null; then exit 1; fi && exec setpriv --reuid=${USER} --regid=${USER} --clear-groups --bounding-set=-all --no-new-privs`

export const startContainer = async (buildah: Buildah, image: string, data: string): Promise<Container> => {
  await mkdir(data)
  await chown(data, USER, USER)
  const { command, healthCheck } = await buildah.config(image)
  const container = (await buildah.run(['from', image])).trim()
  const port = await freePort()
  const runArgs = (env: Readonly<Record<string, string>>, program: readonly string[]): readonly string[] => [
    ...['run', '--user', '0', '--cap-add', 'CAP_SYS_ADMIN', '--network', 'host'],
    ...['--volume', `${data}:/var/lib/metes`, container, '--', 'env', `PORT=${port}`],
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
    ...['sh', '-c', `${READ_ONLY} "$@"`, 'sh', ...program],
  ]
  const run = async (env: Readonly<Record<string, string>>, program: readonly string[]) => {
    const child = buildah.start(runArgs(env, program))
    const ended = once(child, 'close')
    const [stdout, stderr] = await Promise.all([
      child.stdout.setEncoding('utf8').toArray(),
      child.stderr.setEncoding('utf8').toArray(),
    ])
    const [code] = await ended
    return { code, text: stderr.join('') + stdout.join('') }
  }

  // The process of the server has the id that its shell had.
  const server = buildah.start(
    runArgs({}, ['sh', '-c', 'echo $$ > /var/lib/metes/pid && exec "$@"', 'sh', ...command]),
  )
  server.stdout.resume()
  const ended = once(server, 'close')
  await listeningUrl(server.stderr)
  return {
    url: `http://127.0.0.1:${port}`,
    shell: (line, env = {}) => run(env, ['sh', '-c', line]),
    isHealthy: async () => {
      const { code, text } = await run({}, healthCheck)
      if (healthCheck.length === 0 || code !== 0)
        throw new Error(`The health check ended with ${code}: ${text}`)
    },
    stop: async () => {
      process.kill(Number(await readFile(join(data, 'pid'), 'utf8')), 'SIGTERM')
      const [code] = await ended
      if (code !== 0) throw new Error(`The container ended with ${code}.`)
    },
  }
}
