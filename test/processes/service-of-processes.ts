/** A service of several processes for tests: the real command, its processes, and calls on connections of their own. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { type Installation, install, type RunningCommand } from '../support/service.ts'

export interface ServiceOfProcesses {
  readonly metes: Installation
  /** The primary. */
  readonly running: RunningCommand
  readonly url: string
  readonly env: Readonly<Record<string, string>>
  /** Ids of the processes that answer calls, or are about to. */
  readonly processes: () => readonly number[]
  readonly end: () => Promise<void>
}

/** Starts the service on a data directory of its own, or on that of another one. */
export const serveProcesses = async (
  count: number,
  settings: Readonly<Record<string, string>> = {},
  metes?: Installation,
): Promise<ServiceOfProcesses> => {
  const installation = metes ?? (await install())
  const env = { PORT: '0', METES_LOG_LEVEL: 'info', METES_SOURCES: 'atlas', ...settings }
  const running = installation.start(['serve', '--processes', String(count)], env)
  const url = await running.seen(/"url":"([^"]+)".*"msg":"listening"/)
  return {
    metes: installation,
    running,
    url,
    env,
    processes: () => childrenOf(running.pid),
    end: async () => {
      running.kill('SIGKILL')
      await running.ended
      await installation.remove()
    },
  }
}

const childrenOf = (pid: number): readonly number[] => {
  try {
    return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .split('\n')
      .filter(Boolean)
      .map(Number)
  } catch {
    // It exits with 1 if there is none.
    return []
  }
}

export interface CallOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface CallAnswer {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: Record<string, unknown>
}

/** Makes a call on a new connection, which the next process gets. */
export const call = (
  address: string,
  { method = 'GET', headers = {}, body }: CallOptions = {},
): Promise<CallAnswer> =>
  new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const type = text === undefined ? {} : { 'content-type': 'application/json' }
    const sent = request(address, { method, agent: false, headers: { ...type, ...headers } }, (answer) => {
      json(answer).then(
        (read) =>
          resolve({
            status: Number(answer.statusCode),
            headers: answer.headers,
            body: read as CallAnswer['body'],
          }),
        reject,
      )
    })
    sent.on('error', reject).end(text)
  })

/** Waits for a condition; a slow machine gets a minute. */
export const until = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
  const untilMs = performance.now() + 60_000
  while (!(await holds())) {
    assert.ok(performance.now() < untilMs, `${what}, within a minute`)
    await delay(20)
  }
}
