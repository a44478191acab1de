/**
 * Shapely (Debian's python3-shapely) in a separate process. Areas and points are transferred before the clock starts, and
 * Python measures the time: communication is not counted. Points are tested by `shapely.vectorized.contains`.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Program } from './peer-program.ts'
import { Timed } from './race.ts'
import { wkbOf } from './wkb.ts'

const SCRIPT = fileURLToPath(new URL('shapely_peer.py', import.meta.url))
/** Debian's own, even if another Python is first on the path. */
const PYTHON = '/usr/bin/python3'

interface Answer<T> {
  readonly result: T
  readonly ms: number
}

/** Null where Shapely is not installed, reported once on standard error. */
export const startShapely = async (): Promise<Program | null> => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-bench-'))
  const python = spawn(PYTHON, [SCRIPT], { stdio: ['pipe', 'pipe', 'ignore'] })
  python.on('error', () => {})
  python.stdin.on('error', () => {})
  const lines = createInterface({ input: python.stdout })[Symbol.asyncIterator]()
  const ask = async <T>(question: object): Promise<Answer<T> | null> => {
    python.stdin.write(`${JSON.stringify(question)}\n`)
    const { value, done } = await lines.next()
    return done ? null : (JSON.parse(value) as Answer<T>)
  }
  const must = async <T>(question: object): Promise<Timed<T>> => {
    const answer = await ask<T>(question)
    if (answer === null) throw new Error(`Shapely ended at ${JSON.stringify(question)}.`)
    return new Timed(answer.result, answer.ms)
  }
  const sendFile = async (what: 'area' | 'points', name: string, bytes: Uint8Array): Promise<void> => {
    const file = join(directory, name)
    await writeFile(file, bytes)
    await must(what === 'area' ? { ask: what, name, file } : { ask: what, file })
  }
  const version = await ask<string>({ ask: 'version' })
  if (version === null) {
    console.error('Shapely is not installed: apt-get install python3-shapely')
    await rm(directory, { recursive: true })
    return null
  }
  return {
    name: `Shapely ${version.result}`,
    takeArea: (name, rings) => sendFile('area', name, wkbOf(rings)),
    takePoints: (points) => sendFile('points', 'points', new Uint8Array(points.buffer)),
    contains: (area) => must({ ask: 'contains', area }),
    union: (include, exclude) => must({ ask: 'union', include, exclude }),
    close: async () => {
      python.stdin.end()
      await rm(directory, { recursive: true })
    },
  }
}
