/** Runs competitors alternately, so that other load on the machine affects all alike; one line for each, with ratios to the first. */
import { arch, cpus, platform } from 'node:os'
import { median } from './median.ts'

export type Competitors<T> = Readonly<Record<string, () => T | Promise<T> | Promise<Timed<T>>>>

/** The result, and the time by the worker's own clock where the work was done in another process. */
export class Timed<T> {
  readonly result: T
  readonly ms: number

  constructor(result: T, ms: number) {
    this.result = result
    this.ms = ms
  }
}

/** Each competitor runs for this long per round, so that fast ones do not pay for caches that others have filled. */
const TURN_MS = 20

/** The first round warms up the just-in-time compiler. */
const WARM_UP_MS = 300

/** A slower competitor runs only once. */
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
