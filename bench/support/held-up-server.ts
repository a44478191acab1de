/** A server over one data set in a separate process, which reports how long its event loop was blocked. */
import { execFileSync, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const METES = fileURLToPath(new URL('../../bin/metes.js', import.meta.url))
const SERVER = fileURLToPath(new URL('area-server.ts', import.meta.url))

/** The longest time without a turn of its event loop, and the most work done in one turn. */
export interface HeldUp {
  readonly ms: number
  /** The same for an otherwise idle machine: time in which the system ran other programs is excluded. */
  readonly byWorkMs: number
}

export interface HeldUpServer {
  readonly url: string
  readonly key: string
  /** Since the last call. */
  heldUp(): Promise<HeldUp>
  close(): Promise<void>
}

/** @param extract path of an OpenStreetMap file to import, or null for the atlas alone */
export const startServer = async (extract: string | null): Promise<HeldUpServer> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'metes-areas-'))
  const env = { ...process.env, METES_DATA_DIR: dataDir, METES_LOG_LEVEL: 'info', PORT: '0' }
  const metes = (...args: readonly string[]): string =>
    execFileSync(process.execPath, [METES, ...args], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  if (extract !== null) metes('import', extract)
  const key = metes('admin', 'create-key', '--email', 'bench@example.org', '--plan', 'unlimited').trim()
  const child = fork(SERVER, { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)))
    child.stderr!.on('data', (piece: Buffer) => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(piece.toString())
      if (found !== null) resolve(found[0])
    })
  })
  return {
    url,
    key,
    heldUp: () =>
      new Promise((resolve) => {
        child.once('message', (message: HeldUp) => resolve(message))
        child.send('for how long?')
      }),
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await ended
      await rm(dataDir, { recursive: true })
    },
  }
}
