/** Competitors run in turn, so that whatever else the machine does falls on all alike; one line for each, ratios to the first. */
import { arch, cpus, platform } from 'node:os'
import { median } from './median.ts'

export type Competitors<T> = Readonly<Record<string, () => T | Promise<T> | Promise<Timed<T>>>>

/** What was found, and how long it took where the work was done: in another process, its clock counts. */
export class Timed<T> {
  readonly result: T
  readonly ms: number

  constructor(result: T, ms: number) {
    this.result = result
    this.ms = ms
  }
}

/** In its turn a competitor is asked until so much time is spent: the quick ones do not pay for caches that others have filled. */
const TURN_MS = 20

/** The first turn warms up: what is compiled while it runs, as all JavaScript is, has settled by then. */
const WARM_UP_MS = 300

/** Whoever takes longer is asked once only. */
const SLOW_MS = 5_000

export const printMachine = (): void => {
  console.log(`node ${process.version}, ${platform()} ${arch()}, ${cpus()[0].model}, ${cpus().length} cores`)
  console.log('name, minimum, median, result, ratio of medians')
}

/** `describe` is not timed: a count, a checksum, anything that tells whether the same work was done. */
export const race = async <T>(
  title: string,
  rounds: number,
  competitors: Competitors<T>,
  describe: (result: T) => string,
): Promise<void> => {
  const names = Object.keys(competitors)
  const took = new Map(names.map((name) => [name, [] as number[]]))
  const results = new Map<string, T>()
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const times = took.get(name)!
      if (times[0] > SLOW_MS) continue
      const turnMs = round === 0 ? WARM_UP_MS : TURN_MS
      for (let spentMs = 0; spentMs < turnMs; ) {
        const { result, ms } = await clocked(competitors[name])
        results.set(name, result)
        spentMs += ms
        if (round > 0 || ms > SLOW_MS) times.push(ms)
      }
    }
  }
  console.log(`\n${title}`)
  const own = median(took.get(names[0])!)
  for (const [name, times] of took) {
    const [least, middle] = [Math.min(...times), median(times)].map((ms) => ms.toFixed(2).padStart(9))
    const ratio = name === names[0] ? '' : `${(median(times) / own).toFixed(1)} ×`
    console.log(`  ${name.padEnd(30)} ${least} ${middle} ms  ${describe(results.get(name)!)}  ${ratio}`)
  }
}

const clocked = async <T>(competitor: Competitors<T>[string]): Promise<Timed<T>> => {
  const started = performance.now()
  const result = await competitor()
  return result instanceof Timed ? result : new Timed(result, performance.now() - started)
}
