/**
 * The client of bench/hostile.ts: nested bodies on two connections and wrong keys, or gets of relations that nobody fetched. Reports at
 * its end how often each status came.
 */
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const {
  url,
  key,
  seconds,
  attack,
}: { url: string; key: string; seconds: number; attack: 'bodies' | 'fetch' } = workerData
const BODY = '['.repeat(2 * 1024 * 1024)
const WRONG_KEYS_A_SECOND = 50

const endMs = performance.now() + seconds * 1000
const isOver = (): boolean => performance.now() > endMs
const answers = new Map<number, number>()

const count = async (asked: Promise<Response>): Promise<void> => {
  const { status, body } = await asked
  await body?.cancel()
  answers.set(status, (answers.get(status) ?? 0) + 1)
}

const nested = async (): Promise<void> => {
  while (!isOver())
    await count(
      fetch(`${url}/v1/ops/contains_points`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: BODY,
      }),
    )
}

const guessing = async (): Promise<void> => {
  while (!isOver()) {
    await count(fetch(`${url}/v1/account`, { headers: { 'x-api-key': `mts_${Math.random()}` } }))
    await setTimeout(1000 / WRONG_KEYS_A_SECOND)
  }
}

let relation = 1_000_000
const fetching = async (): Promise<void> => {
  while (!isOver()) await count(fetch(`${url}/v1/boundaries/r${relation++}`))
}

const ATTACKS = { bodies: [nested, nested, guessing], fetch: [fetching, fetching] }

await Promise.all(ATTACKS[attack].map((run) => run()))
parentPort?.postMessage(answers)
