/** The batch of bench/hostile.ts: descriptions and unions that are refused, on eight connections. Reports how often each status came. */
import { parentPort, workerData } from 'node:worker_threads'

const { url, key, seconds }: { url: string; key: string; seconds: number } = workerData
const CONNECTIONS = 8

const endMs = performance.now() + seconds * 1000
const answers = new Map<number, number>()

const REFUSED: readonly (readonly [path: string, body: object])[] = [
  ['/v1/areas', { text: 'Oregon, Bavaria, Hokkaido and Gotham' }],
  ['/v1/boundaries/union', { include: ['iso:NO'], exclude: ['iso:NO'] }],
]

const post = async ([path, body]: (typeof REFUSED)[number]): Promise<void> => {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
}

const send = async (connection: number): Promise<void> => {
  while (performance.now() < endMs) await post(REFUSED[connection % REFUSED.length])
}

await Promise.all(Array.from({ length: CONNECTIONS }, (_, connection) => send(connection)))
parentPort?.postMessage(answers)
