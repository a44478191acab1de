/** A server over one data set in a process of its own, and what a bench asks it. */
import { execFileSync, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ringsFromGeoJson } from '../../src/domain/geometry/geojson-rings.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'
import type { AreaCase } from '../areas/cases.ts'
import type { Judged } from '../areas/judge.ts'

const METES = fileURLToPath(new URL('../../bin/metes.js', import.meta.url))
const SERVER = fileURLToPath(new URL('area-server.ts', import.meta.url))

export interface AreaAnswer {
  readonly judged: Judged
  /** Null for a refusal. */
  readonly rings: Rings | null
  /** From the first byte sent to the last one received. */
  readonly ms: number
  /** The longest time for which the server heard nobody meanwhile. */
  readonly heldUpMs: number
}

export interface AreaServer {
  ask(question: Pick<AreaCase, 'text' | 'country' | 'seed'>): Promise<AreaAnswer>
  /** The full polygon of a boundary, and its current id. */
  boundary(id: string): Promise<{ readonly id: string; readonly rings: Rings | null }>
  close(): Promise<void>
}

/** @param extract path of an OpenStreetMap file to import, or null for the atlas alone */
export const startAreaServer = async (extract: string | null): Promise<AreaServer> => {
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
  const heldUp = () =>
    new Promise<number>((resolve) => {
      child.once('message', (message: { longestMs: number }) => resolve(message.longestMs))
      child.send('held up?')
    })
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
  return {
    ask: async ({ text, country, seed }) => {
      await heldUp()
      const startedMs = performance.now()
      const response = await fetch(`${url}/v1/areas`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ text, country, seed }),
      })
      const bytes = await response.arrayBuffer()
      const ms = performance.now() - startedMs
      const heldUpMs = await heldUp()
      const body = JSON.parse(new TextDecoder().decode(bytes))
      if (response.status === 422)
        return { judged: { ok: false, unmapped: body.unmapped ?? [] }, rings: null, ms, heldUpMs }
      if (!response.ok) throw new Error(`"${text}" is answered ${response.status}: ${body.detail}`)
      const feature = body.download_url === undefined ? body : await (await fetch(body.download_url)).json()
      return {
        judged: { ok: true, parts: body.properties.parts },
        rings: ringsFromGeoJson(feature.geometry),
        ms,
        heldUpMs,
      }
    },
    boundary: async (id) => {
      const response = await fetch(`${url}/v1/boundaries/${encodeURIComponent(id)}?detail=full`, { headers })
      if (!response.ok) return { id, rings: null }
      const feature = (await response.json()) as { id: string; geometry: object | null; download_url: string }
      const whole =
        feature.geometry === null
          ? ((await (await fetch(feature.download_url)).json()) as typeof feature)
          : feature
      return { id: feature.id, rings: ringsFromGeoJson(whole.geometry as never) }
    },
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await ended
      await rm(dataDir, { recursive: true })
    },
  }
}
