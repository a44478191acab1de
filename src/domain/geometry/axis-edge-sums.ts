/**
 * Sums the edges along meridians and parallels, so that the sides shared by neighbouring tiles cancel when tiles are joined.
 */

/** 0 for an edge on a meridian, 1 for one on a parallel. */
type Axis = 0 | 1

interface End {
  readonly at: number
  /** Change of the sum at this place. */
  readonly change: 1 | -1
}

export class AxisEdgeSums {
  /** Ends of all edges on each axis, by longitude of the meridian or latitude of the parallel. */
  private readonly lines = [new Map<number, End[]>(), new Map<number, End[]>()] as const

  add(axis: Axis, line: number, from: number, to: number): void {
    let ends = this.lines[axis].get(line)
    if (ends === undefined) {
      ends = []
      this.lines[axis].set(line, ends)
    }
    ends.push({ at: from, change: 1 }, { at: to, change: -1 })
  }

  /** Visits each remaining stretch, `from` < `to`; `weight` is the surplus of edges in that direction. */
  forEachEdge(call: (axis: Axis, line: number, from: number, to: number, weight: number) => void): void {
    for (const axis of [0, 1] as const)
      for (const [line, ends] of this.lines[axis]) {
        ends.sort((a, b) => a.at - b.at)
        let weight = 0
        let since = 0
        for (let i = 0; i < ends.length; ) {
          const { at } = ends[i]
          let change = 0
          for (; i < ends.length && ends[i].at === at; i++) change += ends[i].change
          if (change === 0) continue
          if (weight !== 0) call(axis, line, since, at, weight)
          weight += change
          since = at
        }
      }
  }
}
