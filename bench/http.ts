/**
 * get_boundary, hot, over HTTP, compared with a bare node:http server that sends the same bytes: `node bench/http.ts`. Called without a key
 * (detail low), where the target is 0.7 of the bare server, and with one (detail medium), where each answer also charges a unit
 * to its account, written before the answer is sent.
 *
 * Each server is a separate process, and `wrk` (16 connections) alternates between them, so that both meet the same
 * noise. Prints requests a second of both and their ratio round by round, and the processor time of
 * each server per request (user and system, all its threads), which is less affected by other processes.
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  ask,
  type Headers,
  METES,
  type Round,
  report,
  type Server,
  spread,
  start,
} from './support/http-load.ts'

const ROUNDS = 15
const SECONDS = 1
const CONNECTIONS = 16

const BARE = fileURLToPath(new URL('support/http-bare.ts', import.meta.url))

const compare = async (title: string, hot: Server, headers: Headers): Promise<void> => {
  const bytes = (await (await fetch(hot.url, { headers })).arrayBuffer()).byteLength
  console.log(`${title}: ${bytes} bytes, ${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections`)
  const bare = await start([BARE, hot.url, JSON.stringify(headers)])
  const load = { connections: CONNECTIONS, seconds: SECONDS, headers }
  const ours: Round[] = []
  const theirs: Round[] = []
  ask(hot, load)
  ask(bare, load)
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(ask(hot, load))
    theirs.push(ask(bare, load))
  }
  await bare.stop()
  report('metes get_boundary', ours)
  report('bare node:http    ', theirs)
  const throughput = ours.map((round, index) => round.perSecond / theirs[index].perSecond)
  const processor = ours.map((round, index) => theirs[index].cpuUs / round.cpuUs)
  console.log(
    `  ratio              throughput ${spread(throughput, 2)}, by processor time ${spread(processor, 2)}`,
  )
}

const env = {
  PORT: '0',
  METES_DATA_DIR: await mkdtemp(join(tmpdir(), 'metes-bench-')),
  METES_PUBLIC_RATE: '1000000',
}
const made = spawnSync(
  process.execPath,
  [METES, 'admin', 'create-key', '--email', 'bench@example.org', '--plan', 'unlimited'],
  { env: { ...process.env, ...env }, encoding: 'utf8' },
)
const service = await start([METES, 'serve'], env)
const hot = { url: `${service.url}/v1/boundaries/iso:CH`, pid: service.pid }
await compare('without a key, detail low', hot, {})
await compare('with a key, detail medium', hot, { Authorization: `Bearer ${made.stdout.trim()}` })
await service.stop()
await rm(env.METES_DATA_DIR, { recursive: true })
