/**
 * Mixed calls to `metes serve --processes N`, on SQLite and on PostgreSQL with Redis: `node bench/load.ts`. Options: `--processes 1,2,4`,
 * `--stores sqlite,postgresql`, `--seconds 20` of each stage. PostgreSQL and Redis are those of the tests.
 *
 * First the capacity, with as many calls at once as there are connections. Then calls at set times (bench/load/generator.ts): half of the
 * capacity for normal latencies, twice the capacity, and half again. Targets: processor time of an answer with two processes
 * at most 1.15 times that of one; at twice the capacity, answers of 503 or 429 for what is too much, accepted calls at the 99th percentile
 * within 3 times the normal time, and normal again within 5 s.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { type Figures, figuresOf, recoveryMs } from './load/figures.ts'
import type { Plan, Sent, Stage } from './load/generator.ts'
import { isStore, type Store, startService } from './load/service.ts'
import { traffic } from './load/traffic.ts'
import { printMachine } from './support/race.ts'

const REQUESTS = 50_000
/** As many callers as a busy service has at once. */
const CAPACITY_CONNECTIONS = 32
const MAX_CONNECTIONS = 1_000
/** Each process has its own caches and compiles its own code. */
const WARM_UP_CALLS = 5_000
const WARM_UP_SECONDS = 5
const NORMAL = 0.5
const OVERLOAD = 2
const MS = 1_000

const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '1,2,4' },
    stores: { type: 'string', default: 'sqlite,postgresql' },
    seconds: { type: 'string', default: '20' },
  },
})
const seconds = Number(values.seconds)
const counts = values.processes.split(',').map(Number)
const stores = values.stores.split(',').filter(isStore)

const GENERATOR = new URL('load/generator.ts', import.meta.url)

/** The load generator with the calls for this service. */
const openGenerator = (port: number, requests: readonly string[]) => {
  const child = fork(GENERATOR, { serialization: 'advanced' })
  child.send({ requests })
  return {
    run: async (connections: number, stages: readonly Stage[], seed: number): Promise<Sent> => {
      child.send({ port, connections, stages, seed } satisfies Plan)
      const [sent] = (await once(child, 'message')) as [Sent]
      return sent
    },
    close: () => child.disconnect(),
  }
}

const refusedOf = ({ others }: Figures): string => (others === '' ? '' : `; ${others}`)

/** Processor time of an answer, to compare with that of more processes. */
const measure = async (store: Store, processes: number): Promise<number> => {
  const service = await startService(store, processes)
  const requests = await traffic(REQUESTS, service.keys, service.directory)
  const generator = openGenerator(service.port, requests)
  const saturated = { seconds, perSecond: null }
  for (let warm = 0, seed = 1; warm < WARM_UP_CALLS * processes; seed++) {
    const sent = await generator.run(CAPACITY_CONNECTIONS, [{ ...saturated, seconds: WARM_UP_SECONDS }], seed)
    warm += sent.status.length
  }

  const beforeUs = service.usedUs()
  const full = await generator.run(CAPACITY_CONNECTIONS, [saturated], 0)
  const usedUs = service.usedUs() - beforeUs
  const capacity = figuresOf(full, 0, seconds * MS)
  const answerUs = usedUs / capacity.calls
  const share = (us: number): string =>
    `${((100 * us) / (seconds * 1e6 * availableParallelism())).toFixed(0)} %`
  console.log(`\n${store}, processes: ${processes}`)
  console.log(
    `  capacity  ${capacity.perSecond.toFixed(0)} calls/s with ${CAPACITY_CONNECTIONS} at once, ${answerUs.toFixed(0)} µs of processor an answer; of all cores Metes took ${share(usedUs)}, the generator ${share(full.usedUs)}${refusedOf(capacity)}`,
  )

  const normalRate = NORMAL * capacity.perSecond
  const overloadRate = OVERLOAD * capacity.perSecond
  const sent = await generator.run(
    MAX_CONNECTIONS,
    [normalRate, overloadRate, normalRate].map((perSecond) => ({ seconds, perSecond })),
    -1,
  )
  const [normal, overload, after] = [0, 1, 2].map((stage) =>
    figuresOf(sent, stage * seconds * MS, (stage + 1) * seconds * MS),
  )
  for (const [name, rate, figures] of [
    ['normal', normalRate, normal],
    ['overload', overloadRate, overload],
    ['after', normalRate, after],
  ] as const) {
    const [p50, p99, p999] = [0.5, 0.99, 0.999].map((at) => figures.latencyMs(at).toFixed(1))
    console.log(
      `  ${name.padEnd(9)} ${rate.toFixed(0)} calls/s: ${figures.perSecond.toFixed(0)}/s accepted, p50 ${p50} ms, p99 ${p99} ms, p99.9 ${p999} ms${refusedOf(figures)}`,
    )
  }
  const ratio = overload.latencyMs(0.99) / normal.latencyMs(0.99)
  const recovered = recoveryMs(sent, 2 * seconds * MS, 3 * seconds * MS, normal.latencyMs(0.99))
  console.log(
    `  p99 of accepted calls in overload ${ratio.toFixed(1)} × normal; normal again after ${(recovered / MS).toFixed(2)} s`,
  )
  generator.close()
  await service.stop()
  return answerUs
}

printMachine()
for (const store of stores) {
  const ofProcesses = new Map<number, number>()
  for (const processes of counts) ofProcesses.set(processes, await measure(store, processes))
  const one = ofProcesses.get(1)
  const ratios = [...ofProcesses].map(([processes, us]) => `${processes}: ${(us / (one ?? us)).toFixed(2)} ×`)
  console.log(`\n${store}: processor time of an answer by processes, to that of one: ${ratios.join(', ')}`)
}
console.log(
  `load average of the machine, with this bench: ${loadavg()
    .map((each) => each.toFixed(1))
    .join(' ')}`,
)
