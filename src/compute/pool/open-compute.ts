/** Opens the port for heavy work, with threads for each lane that has limits. */
import type { Compute, Lane } from '../port.ts'
import { type LaneState, openLane } from './lane.ts'
import type { Lanes } from './lane-limits.ts'
import { runHere } from './run-here.ts'

export interface PooledCompute extends Compute {
  /** What the lanes that have threads do. */
  readonly lanes: () => ReadonlyMap<Lane, LaneState>
}

export const openCompute = (limits: Lanes): PooledCompute => {
  const lanes = new Map(Object.entries(limits).map(([name, each]) => [name as Lane, openLane(each)]))
  return {
    run: (work, task, options) => {
      const lane = lanes.get(options.lane)
      return lane === undefined ? runHere(work, task, options) : lane.run(work, task, options)
    },
    prepare: (work, lane) => lanes.get(lane)?.prepare(work),
    lanes: () => new Map(lanes.entries().map(([name, lane]) => [name, lane.state()])),
    close: async () => {
      await Promise.all(lanes.values().map((lane) => lane.close()))
    },
  }
}
