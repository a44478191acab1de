/** Two processes that search all the time, each five names at once, and when their requests arrive at the server, by its own clock. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { TestDatabase } from '../support/databases.ts'
import { serveScriptedNominatim } from './scripted-nominatim.ts'

const PROCESS = join(import.meta.dirname, 'nominatim-process.ts')

/** A process that searches for so long. */
export const startSearching = (place: string, url: string, durationMs: number): ChildProcess =>
  spawn(process.execPath, [PROCESS, place, url, String(durationMs)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })

export interface Pace {
  readonly requests: number
  /** Between the arrivals of two requests, in ms, in their order. */
  readonly gapsMs: readonly number[]
}

export const measurePace = async (database: TestDatabase, durationMs: number): Promise<Pace> => {
  const nominatim = await serveScriptedNominatim()
  try {
    await (await database.open()).close()
    const run = () =>
      new Promise((resolve) => startSearching(database.place, nominatim.url, durationMs).on('close', resolve))
    assert.deepEqual(await Promise.all([run(), run()]), [0, 0])
    const times = nominatim.requests.map(({ atMs }) => atMs)
    return { requests: times.length, gapsMs: times.slice(1).map((atMs, index) => atMs - times[index]) }
  } finally {
    await nominatim.close()
  }
}
