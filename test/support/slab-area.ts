/**
 * Area of tangled rings by a method that shares nothing with the kernels: the plane is cut into slabs at every position and
 * crossing, and in each slab the stretches that are inside are added up. Quadratic, for small shapes.
 */
import { type Rings, ringStart } from '../../src/domain/geometry/rings.ts'

type Segment = readonly [x1: number, y1: number, x2: number, y2: number]

/** In square units. `inside` gets the winding number. */
export const slabArea = (rings: Rings, inside: (winding: number) => boolean): number => {
  const segments = segmentsOf(rings)
  const heights = slabHeights(segments)
  let area = 0
  for (let slab = 0; slab + 1 < heights.length; slab++) {
    const height = heights[slab + 1] - heights[slab]
    const middle = (heights[slab + 1] + heights[slab]) / 2
    const crossings = segments
      .filter(([, y1, , y2]) => y1 < middle !== y2 < middle)
      .map(([x1, y1, x2, y2]) => ({
        x: x1 + ((middle - y1) / (y2 - y1)) * (x2 - x1),
        step: y2 > y1 ? -1 : 1,
      }))
      .sort((a, b) => a.x - b.x)
    let winding = 0
    for (let i = 0; i + 1 < crossings.length; i++) {
      winding += crossings[i].step
      if (inside(winding)) area += (crossings[i + 1].x - crossings[i].x) * height
    }
  }
  return area
}

/** Sum of the lengths of all rings, in units. */
export const perimeter = (rings: Rings): number =>
  segmentsOf(rings).reduce((sum, [x1, y1, x2, y2]) => sum + Math.hypot(x2 - x1, y2 - y1), 0)

const segmentsOf = (rings: Rings): Segment[] => {
  const { coords } = rings
  const segments: Segment[] = []
  for (let ring = 0; ring < rings.ringEnds.length; ring++) {
    const start = ringStart(rings, ring)
    for (let i = start, before = rings.ringEnds[ring] - 1; i < rings.ringEnds[ring]; before = i++)
      segments.push([coords[2 * before], coords[2 * before + 1], coords[2 * i], coords[2 * i + 1]])
  }
  return segments
}

const slabHeights = (segments: readonly Segment[]): number[] => {
  const heights = new Set(segments.flatMap(([, y1, , y2]) => [y1, y2]))
  for (let i = 0; i < segments.length; i++)
    for (let j = i + 1; j < segments.length; j++) {
      const [ax, ay, bx, by] = segments[i]
      const [cx, cy, dx, dy] = segments[j]
      const denominator = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
      const along = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / denominator
      const other = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / denominator
      if (along >= 0 && along <= 1 && other >= 0 && other <= 1) heights.add(ay + along * (by - ay))
    }
  return [...heights].sort((a, b) => a - b)
}
