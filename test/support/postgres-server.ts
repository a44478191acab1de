/** A PostgreSQL server for one test, with a cluster of its own, that can be stopped and started. */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../src/util/free-port.ts'
import { isRequired } from './required.ts'

const runFile = promisify(execFile)

/** False, or why tests with their own server are skipped; where PostgreSQL is required, they run and fail instead. */
export const NO_POSTGRES_SERVER: false | string =
  !isRequired('postgres') &&
  spawnSync('bash', ['-c', 'ls /usr/lib/postgresql/*/bin/initdb'], { stdio: 'ignore' }).status !== 0 &&
  'there is no initdb of PostgreSQL'

export interface PostgresServer {
  readonly url: string
  /** Ends it at once: after a checkpoint, or like a crash, from which it recovers when it starts. */
  readonly stop: (how: 'fast' | 'immediate') => Promise<void>
  readonly start: () => Promise<void>
}

/** In a directory in which it makes its own; `command` makes the command lines. */
export const startPostgres = async (
  directory: string,
  command: (...command: readonly string[]) => readonly [string, ...string[]],
): Promise<PostgresServer> => {
  const port = await freePort()
  const data = join(directory, 'postgres')
  // It refuses to run as root.
  const asUser =
    process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : []
  const inBash = (script: string): readonly [string, ...string[]] =>
    command(
      'bash',
      '-ec',
      `cd "$0"; PATH=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1):$PATH; as="${asUser.join(' ')}"; ${script}`,
      directory,
    )
  const [program, ...args] = inBash(
    `mkdir postgres; [ -z "$as" ] || chown postgres postgres; $as initdb --pgdata="${data}" --username=metes --auth=trust --wal-segsize=1 --no-sync`,
  )
  await runFile(program, args)

  let server: ChildProcess
  const start = async (): Promise<void> => {
    const [program, ...args] = inBash(
      `exec $as postgres -D "${data}" -p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories="${data}" -c min_wal_size=8MB -c max_wal_size=32MB`,
    )
    const started = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    server = started
    const closed = once(started, 'close')
    let log = ''
    for (;;) {
      const [piece] = (await Promise.race([once(started.stderr, 'data'), closed])) as [unknown]
      if (typeof piece !== 'object' || piece === null) throw new Error(`PostgreSQL did not start:\n${log}`)
      log += String(piece)
      if (log.includes('ready to accept connections')) break
    }
    started.stderr.resume()
  }
  await start()
  return {
    url: `postgres://metes@127.0.0.1:${port}/postgres`,
    start,
    stop: async (how) => {
      const ended = once(server, 'exit')
      server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
      await ended
    },
  }
}
