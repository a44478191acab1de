/** Starts `live-process.ts`, a process that fetches. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const PROCESS = join(import.meta.dirname, 'live-process.ts')

export interface LiveOptions {
  readonly seed: number
  readonly requests: number
  /** It asks for relations from 1 to this one. */
  readonly maxRelation?: number
  readonly requestTimeoutMs: number
  readonly atOnce?: number
  /** The account that asks; the service itself where it is left out. */
  readonly asker?: string
}

/** What it says of a relation that it asked for, and the polygon that the store then has. */
export interface Line {
  readonly relation: number
  readonly outcome: string
  readonly coords: readonly number[] | null
}

export interface LiveProcess {
  readonly firstLine: Promise<Line>
  /** All, once it has ended; rejects unless it exits with 0. */
  readonly lines: Promise<readonly Line[]>
  /** Resolves when it is gone. */
  readonly kill: () => Promise<void>
}

export const startLive = (
  place: string,
  url: string,
  { seed, requests, maxRelation = 1, requestTimeoutMs, atOnce = 10, asker = '' }: LiveOptions,
): LiveProcess => {
  const numbers = [seed, requests, maxRelation, requestTimeoutMs, atOnce].map(String)
  const child = spawn(process.execPath, [PROCESS, place, url, ...numbers, asker], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: Line[] = []
  const first = Promise.withResolvers<Line>()
  createInterface(child.stdout).on('line', (text) => {
    const line = JSON.parse(text) as Line
    lines.push(line)
    first.resolve(line)
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const all = ended.then((code) => {
    assert.equal(code, 0)
    return lines
  })
  // A process that a test kills has no lines to read.
  all.catch(() => {})
  return {
    firstLine: first.promise,
    lines: all,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
