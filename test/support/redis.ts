/** A Redis server for one test, on its own port, that can be killed, paused and restarted. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { freePort } from '../../src/util/free-port.ts'
import { isRequired } from './required.ts'

/** False, or why tests with Redis are skipped; where it is required, they run and fail instead. */
export const NO_REDIS: false | string =
  !isRequired('redis') && spawnSync('redis-server', ['--version']).error !== undefined
    ? 'there is no redis-server'
    : false

export interface TestRedis {
  readonly url: string
  /** Advances time for everything stored. */
  readonly pass: (seconds: number) => Promise<void>
  readonly keys: () => Promise<readonly string[]>
  /** Kills it, with all of its data. */
  readonly kill: () => Promise<void>
  /** It keeps its connections and answers nothing, until `goOn`. */
  readonly standStill: () => void
  readonly goOn: () => void
  readonly startAgain: () => Promise<void>
  readonly remove: () => Promise<void>
}

export const startRedis = async (): Promise<TestRedis> => {
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let server = await start(port)

  const withClient = async <T>(use: (client: Redis) => Promise<T>): Promise<T> => {
    const client = new Redis(url)
    try {
      return await use(client)
    } finally {
      client.disconnect()
    }
  }
  const kill = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }

  return {
    url,
    pass: (seconds) =>
      withClient(async (client) => {
        for (const key of await client.keys('*')) {
          await client.pexpire(key, (await client.pttl(key)) - seconds * 1000)
        }
      }),
    keys: () => withClient((client) => client.keys('*')),
    kill,
    standStill: () => void server.kill('SIGSTOP'),
    goOn: () => void server.kill('SIGCONT'),
    startAgain: async () => {
      server = await start(port)
    },
    remove: kill,
  }
}

const start = async (port: number): Promise<ChildProcess> => {
  const server = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let said = ''
  for await (const piece of server.stdout!) {
    said += piece
    if (said.includes('Ready to accept connections')) break
  }
  if (!said.includes('Ready to accept')) throw new Error(`redis-server did not start:\n${said}`)
  return server
}
