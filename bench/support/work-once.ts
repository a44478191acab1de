/** One piece of work on boundaries of a size, in a separate process: `work-once.ts WORK SET SIZE`; prints its time and the peak memory. */
import { encodeRings } from '../../src/domain/geometry/codec.ts'
import { BOUNDARY_SETS } from './boundary-sets.ts'
import { WORKS } from './works.ts'

export interface Run {
  readonly ms: number
  /** Processor time of all threads. */
  readonly cpuMs: number
  readonly peakBytes: number
  /** The first sentence about what was left out or not looked at; null if there is none. */
  readonly leftOut: string | null
}

const [work, set, size] = process.argv.slice(2)
const boundaries = BOUNDARY_SETS[set].draw(Number(size))
const encoded = boundaries.map(encodeRings)
const started = performance.now()
const cpu = process.cpuUsage()
WORKS[work](boundaries, encoded)
const { user, system } = process.cpuUsage(cpu)
const run: Run = {
  ms: performance.now() - started,
  cpuMs: (user + system) / 1000,
  peakBytes: process.resourceUsage().maxRSS * 1024,
  leftOut: null,
}
console.log(JSON.stringify(run))
