/** Lines of a coarse map. */

export type Point = readonly [lon: number, lat: number]
export type Line = readonly Point[]

/** The line without the positions that lie within the tolerance of the rest (Douglas and Peucker), but with all that are `pinned`. */
export const simplified = (line: Line, tolerance: number, pinned: (point: Point) => boolean): Line => {
  const kept = new Set<number>()
  const reduce = (from: number, to: number): void => {
    let [farthest, at] = [tolerance, -1]
    for (let index = from + 1; index < to; index++) {
      const distance = distanceTo(line[index], line[from], line[to])
      if (distance > farthest) [farthest, at] = [distance, index]
    }
    if (at === -1) return
    kept.add(at)
    reduce(from, at)
    reduce(at, to)
  }
  const stops = [...line.keys()].filter(
    (index) => index === 0 || index === line.length - 1 || pinned(line[index]),
  )
  for (const [index, stop] of stops.entries()) {
    kept.add(stop)
    if (index > 0) reduce(stops[index - 1], stop)
  }
  return [...kept].sort((a, b) => a - b).map((index) => line[index])
}

const distanceTo = ([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number => {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length))
  return Math.hypot(x - ax - along * dx, y - ay - along * dy)
}

/** Without repeated positions. */
export const rounded = (line: Line, decimals: number): Line => {
  const all = line.map(([x, y]): Point => [Number(x.toFixed(decimals)), Number(y.toFixed(decimals))])
  return all.filter(([x, y], index) => index === 0 || x !== all[index - 1][0] || y !== all[index - 1][1])
}

/** Length of the longer side of the box around it. */
export const spanOf = (line: Line): number => {
  const [lons, lats] = [line.map(([lon]) => lon), line.map(([, lat]) => lat)]
  const length = (values: readonly number[]): number => Math.max(...values) - Math.min(...values)
  return Math.max(length(lons), length(lats))
}
