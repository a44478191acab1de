/**
 * What whole processes take to start: `node bench/start.ts [checkout …]`, this checkout in turns with others, each after `npm ci`. Prints
 * medians, and beside each how often it contains `--version` of the same checkout. Targets: commands 2 ×; a server 4 × until its first
 * answer, with 200 MB resident then.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { start } from './support/http-load.ts'
import { median } from './support/median.ts'

const ROUNDS = 9
/** With the names that older versions know as well. */
const COMMANDS = [
  ['--version'],
  ['search-boundaries', 'Germany'],
  ['get-boundary', 'iso:LU'],
  ['reverse-boundaries', '49.61', '6.13'],
]

const data = await mkdtemp(join(tmpdir(), 'metes-bench-'))

const commandMs = ({ metes, env }: Checkout, args: readonly string[]): number => {
  const startedMs = performance.now()
  const { status, stderr } = spawnSync(process.execPath, [metes, ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`metes ${args.join(' ')} ended with ${status}: ${stderr}`)
  return performance.now() - startedMs
}

const serverStart = async ({ metes, env }: Checkout) => {
  const startedMs = performance.now()
  const { url, pid, stop } = await start([metes, 'serve'], env)
  const answer = await fetch(`${url}/v1/boundaries/iso:LU`)
  await answer.arrayBuffer()
  const ms = performance.now() - startedMs
  if (!answer.ok) throw new Error(`${metes} answered ${answer.status}.`)
  const megabytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  // Otherwise its end would slow the next process.
  await stop()
  return { ms, megabytes }
}

interface Checkout {
  readonly metes: string
  readonly env: Readonly<Record<string, string>>
  readonly commandsMs: readonly number[][]
  readonly serversMs: number[]
  readonly megabytes: number[]
}

const checkouts = [fileURLToPath(new URL('..', import.meta.url)), ...process.argv.slice(2)].map(
  (folder, index): Checkout => ({
    metes: join(folder, 'bin/metes.js'),
    // An older version refuses what a newer one has stored.
    env: { PORT: '0', METES_DATA_DIR: join(data, String(index)) },
    commandsMs: COMMANDS.map(() => []),
    serversMs: [],
    megabytes: [],
  }),
)
// The first round unpacks data and compiles; it does not count.
for (let round = 0; round <= ROUNDS; round++)
  for (const checkout of checkouts) {
    const took = COMMANDS.map((args) => commandMs(checkout, args))
    const server = await serverStart(checkout)
    if (round === 0) continue
    took.forEach((ms, index) => {
      checkout.commandsMs[index].push(ms)
    })
    checkout.serversMs.push(server.ms)
    checkout.megabytes.push(server.megabytes)
  }
for (const { metes, commandsMs, serversMs, megabytes } of checkouts) {
  console.log(metes)
  const [versionMs, ...others] = commandsMs.map(median)
  const line = (what: string, ms: number): string =>
    `  ${what.padEnd(30)} ${ms.toFixed(0).padStart(5)} ms  ${(ms / versionMs).toFixed(1)} ×`
  console.log(line('--version', versionMs))
  others.forEach((ms, index) => {
    console.log(line(COMMANDS[index + 1].join(' '), ms))
  })
  console.log(`${line('serve, first answer', median(serversMs))}  ${median(megabytes).toFixed(0)} MB`)
}
await rm(data, { recursive: true, force: true })
