/**
 * Walks through all faces of an arrangement, from each to a neighbour and back, so that the surroundings of each can be
 * counted.
 */
import { OUTSIDE } from './locate.ts'
import type { RingLines } from './ring-lines.ts'

export interface FaceVisitor {
  /** Moves from the left of a half-edge to its right, across the rings that run along it. */
  cross(half: number): void
  /** Enters a face for the first time. */
  enter(face: number): void
}

/** Face to the left of each half-edge; 0 is the unbounded one. */
export interface Faces {
  readonly of: Int32Array
  readonly count: number
}

/** Takes two steps for each half-edge. */
export const facesOfLines = ({
  graph,
  surroundings: { components, facing },
}: Pick<RingLines, 'graph' | 'surroundings'>): Faces => {
  const of = new Int32Array(2 * graph.from.length).fill(-1)
  const mark = (half: number, face: number): void => {
    for (let at = half; of[at] < 0; at = nextAlong(graph, at)) of[at] = face
  }
  let count = 1
  // Borders around components come last: they belong to the faces that surround the components.
  const isOuter = new Uint8Array(of.length)
  for (const half of components.outer)
    for (let at = half; !isOuter[at]; at = nextAlong(graph, at)) isOuter[at] = 1
  for (let half = 0; half < of.length; half++) if (of[half] < 0 && !isOuter[half]) mark(half, count++)
  const path: number[] = []
  for (let component = 0; component < facing.length; component++) {
    // The surrounding component begins further west, so the path ends.
    for (let at = component; of[components.outer[at]] < 0; at = components.ofChain[facing[at] >> 1]) {
      path.push(at)
      if (facing[at] === OUTSIDE || of[facing[at]] >= 0) break
    }
    for (let at = path.pop(); at !== undefined; at = path.pop())
      mark(components.outer[at], facing[at] === OUTSIDE ? 0 : of[facing[at]])
  }
  return { of, count }
}

/** Returns the next half-edge along the same face. */
const nextAlong = (graph: RingLines['graph'], half: number): number => {
  const node = half & 1 ? graph.tail[half >> 1] : graph.head[half >> 1]
  if (node < 0) return half
  const start = graph.aroundStarts[node]
  const place = graph.placeAround[half ^ 1]
  return graph.around[place > start ? place - 1 : graph.aroundStarts[node + 1] - 1]
}

export const walkFaces = ({ of, count }: Faces, { cross, enter }: FaceVisitor): void => {
  const starts = new Int32Array(count + 1)
  for (const face of of) starts[face + 1]++
  for (let face = 0; face < count; face++) starts[face + 1] += starts[face]
  const next = starts.slice(0, -1)
  const halves = new Int32Array(of.length)
  for (let half = 0; half < of.length; half++) halves[next[of[half]]++] = half

  const cursor = starts.slice(0, -1)
  const seen = new Uint8Array(count)
  /** Half-edges crossed on the way to the current face. */
  const path: number[] = []
  let face = 0
  seen[0] = 1
  enter(0)
  for (;;) {
    if (cursor[face] < starts[face + 1]) {
      const half = halves[cursor[face]++]
      const beyond = of[half ^ 1]
      if (seen[beyond]) continue
      seen[beyond] = 1
      cross(half)
      path.push(half)
      face = beyond
      enter(face)
      continue
    }
    const back = path.pop()
    if (back === undefined) return
    cross(back ^ 1)
    face = of[back]
  }
}
